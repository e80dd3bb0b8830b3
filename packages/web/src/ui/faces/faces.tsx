import { initialsOf } from "@snart/locales/initials.ts";
import { useKnownFaces, type KnownFace } from "./known-faces.ts";
import styles from "./faces.module.css";

interface Face {
  /** a person's id or address, or a key of another kind beside `address` */
  readonly id: string;
  readonly name: string;
  readonly address?: string;
  /** one of the calendar colours, where it says something; absent: the person's own, or one after the other */
  readonly colour?: string;
}

const colours = ["fjord", "moss", "heather", "rust", "ice", "lake", "cloudberry"] as const;

interface FacesProps {
  readonly of: readonly Face[];
  readonly size?: 22 | 26 | 32 | 64;
  /** number of people before these, whose colours are taken */
  readonly after?: number;
  /** discs at most: of more people the last disc counts the rest */
  readonly most?: number;
}

/** People as discs with their photo or initials, side by side. Their names are given elsewhere. */
export function Faces({ of, size = 26, after = 0, most = of.length }: FacesProps) {
  const known = useKnownFaces();
  const shown = of.length > most ? of.slice(0, most - 1) : of;
  return (
    <span className={styles.faces} data-size={size} aria-hidden>
      {shown.map(({ id, name, address, colour }, index) => {
        const face: KnownFace = known.get(address ?? id) ?? known.get(id) ?? {};
        return (
          <span
            key={id}
            data-colour={colour ?? face.colour ?? colours[(after + index) % colours.length]}
            title={name}
          >
            {face.initials ?? initialsOf(name)}
            {face.photo === undefined ? null : <Photo of={face.photo} />}
          </span>
        );
      })}
      {shown === of ? null : <span data-rest="">+{of.length - shown.length}</span>}
    </span>
  );
}

/** A photo over the initials, which are seen where it cannot be fetched. */
export const Photo = ({ of }: { readonly of: string }) => (
  <img className={styles.photo} src={of} alt="" decoding="async" draggable={false} />
);
