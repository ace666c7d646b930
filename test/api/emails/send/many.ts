// Lists of so many addresses, headers and tags, for tests of their limits.

export const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `r${index}@customer.dev`);

export const headersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

export const tagsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index}`, value: 'v' }));
