import {
  makeProperty,
  propertiesNamed,
  withProperties,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { escapeText, unescapeText } from "../../icalendar/text.ts";
import type { Converter } from "./converter.ts";
import { lowerParameter } from "./edit-property.ts";
import type { Relation } from "../types.ts";

const relationOf = (property: Property): string => lowerParameter(property, "RELTYPE") ?? "parent";

function readRelations(component: Component): Record<string, Relation> {
  const found = new Map<string, Relation>();
  for (const property of propertiesNamed(component, "RELATED-TO")) {
    const uid = unescapeText(property.value);
    const relation = { ...found.get(uid)?.relation, [relationOf(property)]: true };
    found.set(uid, { "@type": "Relation", relation });
  }
  return Object.fromEntries(found);
}

/** Every pair of related object and relation type. */
const pairsOf = (related: Readonly<Record<string, Relation>>): [string, string][] =>
  Object.entries(related).flatMap(([uid, { relation = {} }]) => {
    const kinds = Object.keys(relation).filter((kind) => relation[kind]);
    return (kinds.length > 0 ? kinds : ["parent"]).map((kind): [string, string] => [uid, kind]);
  });

/** RELATED-TO with RELTYPE (RFC 5545 §3.8.4.5, RFC 9253). */
export const relatedTo: Converter = {
  names: ["relatedTo"],
  read(component) {
    const found = readRelations(component);
    return Object.keys(found).length > 0 ? { relatedTo: found } : {};
  },
  write(component, item) {
    const wanted = new Map(pairsOf(item.relatedTo ?? {}).map((pair) => [JSON.stringify(pair), pair]));
    const kept = component.properties.filter(
      (property) =>
        property.name !== "RELATED-TO" ||
        wanted.delete(JSON.stringify([unescapeText(property.value), relationOf(property)])),
    );
    const added = [...wanted.values()].map(([uid, kind]) =>
      makeProperty("RELATED-TO", escapeText(uid), { RELTYPE: kind.toUpperCase() }),
    );
    return withProperties(component, [...kept, ...added]);
  },
};
