import { beforeEach, describe, expect, it } from "vitest";
import { unzipSync } from "fflate";
import type { Answer, JmapClient } from "../testing/jmap-client.ts";
import { deleteAccount, removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import { jpegOf, jpegSegment, pngOf } from "../testing/people/pictures.ts";
import { setAudience } from "../testing/set-audience.ts";
import { exportEverything } from "./export.ts";
import { photoFile } from "./photo.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
beforeEach(() => setAudience(jmap.app, "everybody"));

const upload = async (bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): Promise<string> =>
  ((await (await elin.upload(bytes, type)).json()) as { readonly blobId: string }).blobId;
const choose = (photoId: string | null): Promise<Answer> =>
  elin.call("Profile/set", { update: { [elin.accountId]: { photoId } } });
/** Elin has this photo. @returns its id */
async function have(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await choose(await upload(bytes))).updated[elin.accountId].photoId;
}
const get = (who: JmapClient, photoId: string, known?: string): Promise<Response> =>
  photoFile(jmap.app, who.actor, { principalId: elin.accountId, photoId, known });
/** How the person stands in the list of the people that somebody finds. */
const seen = async (who: JmapClient): Promise<Answer> =>
  (await who.call("Principal/get", { ids: null })).list.find(({ id }: Answer) => id === elin.accountId);

describe("a photo", () => {
  it("is an upload that people who find the person see, byte for byte, under an address that stays", async () => {
    const bytes = jpegOf(256, 256);
    // Whatever type the upload claims.
    const blobId = await upload(bytes, "text/html");
    const before = (await elin.call("Profile/get", { ids: null })).state;
    const { updated } = await choose(blobId);
    const { photoId } = updated[elin.accountId];
    expect(photoId).not.toBe(blobId);
    expect(await elin.call("Profile/get", { ids: null })).toMatchObject({ list: [{ photoId }] });
    expect((await elin.call("Profile/get", { ids: null })).state).not.toBe(before);
    expect((await seen(nils)).capabilities["urn:snart:jmap"]).toEqual({ photoId });
    const answer = await get(nils, photoId);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=604800, immutable");
    const etag = answer.headers.get("etag") ?? "";
    expect((await get(nils, photoId, `"x", ${etag}`)).status).toBe(304);
    expect((await get(nils, photoId, `"x"`)).status).toBe(200);
    // The upload has become the photo, and takes no room any more.
    expect((await elin.download(blobId)).status).toBe(404);
  });

  it("keeps nothing of where it was taken, whoever has uploaded it", async () => {
    const exif = jpegSegment(0xe1, Buffer.from("Exif\0\0MM the cottage, 59.3293 N 18.0686 E", "latin1"));
    const photoId = await have(jpegOf(20, 20, exif));
    const shown = new Uint8Array(await (await get(nils, photoId)).arrayBuffer());
    expect(shown).toEqual(jpegOf(20, 20));
    // The same picture has the same address, however it came.
    expect(await have(jpegOf(20, 20))).toBe(photoId);
  });

  it("goes when another comes, and when it is removed", async () => {
    const first = await have(jpegOf(10, 10));
    const second = await have(pngOf(10, 10));
    expect((await get(nils, first)).status).toBe(404);
    expect((await get(nils, second)).headers.get("content-type")).toBe("image/png");
    await choose(null);
    expect((await get(nils, second)).status).toBe(404);
    expect(await seen(nils)).not.toHaveProperty(["capabilities", "urn:snart:jmap"]);
  });

  it("is not shown to whoever does not find the person, not even by its right address", async () => {
    const photoId = await have(jpegOf(10, 10));
    await setAudience(jmap.app, "nobody");
    expect(await seen(nils)).toBeUndefined();
    expect((await get(nils, photoId)).status).toBe(404);
    expect((await get(elin, photoId)).status).toBe(200);
    const nobody = await photoFile(jmap.app, nils.actor, {
      principalId: "nobody",
      photoId,
      known: undefined,
    });
    expect(nobody.status).toBe(404);
  });

  it.each([
    ["a page", new TextEncoder().encode("<script>alert(1)</script>"), "neither a JPEG nor a PNG"],
    [
      "more bytes than there may be",
      jpegOf(10, 10, jpegSegment(0xe1, new Uint8Array(65_000))),
      "larger than 65536 bytes",
    ],
    ["a picture that breaks off before it begins", pngOf(10, 10).subarray(0, 40), "no whole picture"],
    [
      "a picture of a small file that is large on the screen",
      pngOf(30_000, 30_000),
      "wider or higher than 1024 pixels",
    ],
  ])("is not made of %s", async (_what, bytes, why) => {
    const kept = await have(jpegOf(10, 10));
    const padded = new Uint8Array(bytes.byteLength > 60_000 ? 66_000 : bytes.byteLength);
    padded.set(bytes);
    const { notUpdated } = await choose(await upload(padded));
    expect(notUpdated[elin.accountId]).toMatchObject({ type: "invalidProperties", properties: ["photoId"] });
    expect(JSON.stringify(notUpdated)).toContain(why);
    expect((await get(nils, kept)).status).toBe(200);
  });

  it("is not made of what somebody else has uploaded, or nobody", async () => {
    const theirs = (await (await nils.upload(jpegOf(10, 10), "image/jpeg")).json()) as { blobId: string };
    for (const photoId of [theirs.blobId, "nothing", 7])
      expect((await choose(photoId as string)).notUpdated[elin.accountId].type).toBe("invalidProperties");
    expect((await seen(nils)).capabilities).not.toHaveProperty("urn:snart:jmap");
  });

  it("is in the export of everything, and goes with the account", async () => {
    const bytes = pngOf(20, 20);
    await have(bytes);
    const answer = await exportEverything(jmap.app, elin.actor, "GET");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(files["photo.png"]).toEqual(bytes);
    const anna = await jmap.client("anna");
    await jmap.app.storage.write((tx) => tx.principals.update(anna.actor.principalId, { isAdmin: true }));
    const done = await deleteAccount(jmap.app, anna.actor, elin.actor.principalId, undefined);
    expect(done.ok).toBe(true);
    const later = { ...jmap.app, now: () => jmap.app.now() + 40 * 86_400_000 };
    expect(await removeDeletedAccounts(later)).toBe(1);
    expect(await jmap.app.storage.read((tx) => tx.principals.photo(elin.actor.principalId))).toBeUndefined();
  });
});

it("initials and colour are shown as they were chosen, and only sensible ones are taken", async () => {
  const update = (patch: object): Promise<Answer> =>
    elin.call("Profile/set", { update: { [elin.accountId]: patch } });
  await update({
    "preferences/initials": "Ö2",
    "preferences/faceColour": "moss",
    "preferences/eventMinutes": 45,
  });
  expect((await seen(nils)).capabilities["urn:snart:jmap"]).toEqual({ initials: "Ö2", colour: "moss" });
  for (const wrong of [
    { "preferences/initials": "" },
    { "preferences/initials": "ABCDE" },
    { "preferences/initials": "A B" },
    { "preferences/faceColour": "#ff0000" },
    { "preferences/eventMinutes": 0 },
    { "preferences/eventMinutes": 30.5 },
  ])
    expect((await update(wrong)).notUpdated[elin.accountId].type).toBe("invalidProperties");
});
