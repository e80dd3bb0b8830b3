import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  /** as it came over the wire */
  readonly raw: string;
  readonly read: Email;
}
export interface SmtpSink {
  /** for SNART_SMTP_URL */
  readonly url: string;
  readonly mails: readonly CaughtMail[];
  /** A refusal of a recipient; undefined accepts. */
  answer: (recipient: string) => { readonly code: number; readonly text: string } | undefined;
  /** Called as soon as the client has been told that a message is accepted. */
  taken: (mail: CaughtMail) => void;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that keeps its mail. */
export async function openSmtpSink(port = 0): Promise<SmtpSink> {
  const mails: CaughtMail[] = [];
  const sink: Pick<SmtpSink, "answer" | "taken"> = { answer: () => undefined, taken: () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refused = sink.answer(address);
      done(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null);
    },
    onData(stream, { envelope }, done) {
      void (async () => {
        const pieces: Buffer[] = [];
        for await (const piece of stream) pieces.push(Buffer.from(piece));
        const bytes = Buffer.concat(pieces);
        const mail: CaughtMail = {
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: bytes.toString("utf8"),
          read: await PostalMime.parse(bytes),
        };
        mails.push(mail);
        done();
        sink.taken(mail);
        // A client that dies in the middle has sent nothing.
      })().catch(() => undefined);
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
