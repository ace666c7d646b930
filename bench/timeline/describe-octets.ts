// What the octets say that a program exchanges with Postgres, Redis and the mail server, in a few words.

/** Frontend messages of Postgres with a name of a statement or its text (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const TEXT_OF_MESSAGE: Readonly<Record<string, (fields: readonly string[]) => string>> = {
  Q: ([text = '']) => text,
  P: ([name = '', text = '']) => name || text,
  B: ([, name = '']) => name,
};
const LENGTH_OCTETS = 4;
const WORDS = 48;

/** @returns the statements that a client sends: names of prepared ones, the beginning of others */
export function describeStatements(octets: string): string {
  const said: string[] = [];
  const buffer = Buffer.from(octets, 'latin1');
  for (let at = 0; at + LENGTH_OCTETS < buffer.length; at += 1 + buffer.readUInt32BE(at + 1)) {
    const end = at + 1 + buffer.readUInt32BE(at + 1);
    const fields = buffer.toString('latin1', at + 1 + LENGTH_OCTETS, end).split('\0');
    const text = TEXT_OF_MESSAGE[String.fromCharCode(buffer[at] ?? 0)]?.(fields)
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text && text.slice(0, WORDS) !== said.at(-1)) said.push(text.slice(0, WORDS));
  }
  return said.join(', ');
}

/** @returns the names of the commands (https://redis.io/docs/latest/develop/reference/protocol-spec/) */
export function describeCommands(octets: string): string {
  return [...octets.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)].map(([, name]) => name).join(', ');
}

/** @returns the commands or the codes of a session; of a message only that it is one */
export function describeSession(octets: string): string {
  const commands = octets.match(/^(?:EHLO|MAIL|RCPT|DATA|RSET|QUIT)\b/gm) ?? octets.match(/^\d{3}(?= )/gm);
  return commands?.join(', ') ?? 'a message';
}
