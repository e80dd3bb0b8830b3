import { useEffect, useState } from "react";
import { fetchFaces, photoLink } from "../../api/account/photo-api.ts";
import { useAccount } from "../../store/session.ts";
import { keepFaces, useFacesAreAsked, type KnownFace } from "../../ui/faces/known-faces.ts";

const NOBODY: ReadonlyMap<string, KnownFace> = new Map();

/** Fetches how people want to be shown, once a face is drawn anywhere. What the person chooses for themselves is seen at once. */
export function FetchedFaces() {
  const account = useAccount();
  const isAsked = useFacesAreAsked();
  const [others, setOthers] = useState(NOBODY);
  const id = account?.id;
  useEffect(() => {
    if (!isAsked || id === undefined) return;
    let isHere = true;
    // Initials do where the server cannot be reached.
    void fetchFaces(id).then((given) => {
      if (isHere && given.ok) setOthers(given.value);
    });
    return () => void (isHere = false);
  }, [isAsked, id]);
  useEffect(() => {
    if (!account) return keepFaces(NOBODY);
    const { photoId, preferences } = account;
    const own: KnownFace = {
      colour: preferences.faceColour ?? "lake",
      ...(preferences.initials && { initials: preferences.initials }),
      ...(photoId && { photo: photoLink(account.id, photoId) }),
    };
    keepFaces(new Map([...others, [account.id, own], [account.email.toLowerCase(), own]]));
  }, [others, account]);
  return null;
}
