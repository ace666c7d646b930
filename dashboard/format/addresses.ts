// Addresses as people type or paste them: with commas, semicolons or line ends between them. Pure. A separator in quotes
// or in angle brackets belongs to its address: "Doe, Jo" <jo@acme.dev> (RFC 5322 §3.4).

const TOKENS = /"(?:[^"\\\n]|\\.)*"|<[^<>\n]*>|[,;\n]|[^",;<\n]+|["<]/g;

/** The addresses in a text, in their order, without white space around them. */
export function splitAddresses(text: string): string[] {
  const addresses: string[] = [];
  let address = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ',' || token === ';' || token === '\n') {
      addresses.push(address);
      address = '';
    } else address += token;
  }
  return [...addresses, address].map((each) => each.trim()).filter((each) => each !== '');
}

/** Whether a text has the form of an address without a name; what the API accepts is narrower. */
export function looksLikeAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);
}
