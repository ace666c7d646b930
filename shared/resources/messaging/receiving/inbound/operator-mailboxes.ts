// The mailboxes of the operator: mail that every mail server has to take, and whose readers are not an account's customers.

/** Local parts at MAIL_HOSTNAME (RFC 2142 §4 and §2). */
const LOCAL_PARTS = ['postmaster', 'abuse'];

/** @param mailHostname MAIL_HOSTNAME, in lower-case ASCII */
export function isOperatorMailbox(address: string, mailHostname: string): boolean {
  const folded = address.toLowerCase();
  return LOCAL_PARTS.some((local) => folded === `${local}@${mailHostname}`);
}
