import styles from "./faces.module.css";

interface Face {
  readonly id: string;
  readonly name: string;
  /** one of the calendar colours; absent: one after the other */
  readonly colour?: string;
}

const colours = ["fjord", "moss", "heather", "rust", "ice", "lake", "cloudberry"] as const;

interface FacesProps {
  readonly of: readonly Face[];
  readonly size?: 22 | 26;
  /** number of people before these, whose colours are taken */
  readonly after?: number;
}

/** People as discs with their initials, side by side. Their names are given elsewhere. */
export const Faces = ({ of, size = 26, after = 0 }: FacesProps) => (
  <span className={styles.faces} data-size={size} aria-hidden>
    {of.map(({ id, name, colour }, index) => (
      <span key={id} data-colour={colour ?? colours[(after + index) % colours.length]} title={name}>
        {initials(name)}
      </span>
    ))}
  </span>
);

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join("")
    .toUpperCase();
