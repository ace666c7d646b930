// What a noisy account does besides sending mail: automations that its own writes start, imports, previews of segments,
// checks of its domain, pages, and sign-ins of one person from many networks.

/** A call that is repeated. */
export interface NoisyCall {
  method: 'GET' | 'POST';
  path: string;
  /** Makes the body of a call. @param turn the number of the call */
  body?: (turn: number) => object;
  headers?: (turn: number) => Record<string, string>;
  /** Calls of this kind at a time. */
  atATime: number;
  /** Pause in milliseconds before the next one. */
  pauseMs: number;
}

const AUTOMATIONS = 50;
const CONTACTS = 300;
const ROWS = 2_000;
const NETWORKS = 250;
const CLIENT_HEADERS = { authorization: '', 'sec-fetch-site': 'same-origin' };

/** About as many outputs as take 50 ms to compile and to render. */
const OUTPUTS = 1_500;

const json = (body: object) => Buffer.from(JSON.stringify(body));

/** Computations that the account chooses: previews, tools of models, and large bodies that are refused in the end. */
export const COMPUTATIONS: readonly (Pick<NoisyCall, 'path' | 'atATime'> & { bytes: Buffer })[] = [
  {
    path: '/templates/preview',
    atATime: 40,
    bytes: json({ html: '<p>{{{ NAME }}}</p>'.repeat(OUTPUTS), variables: { NAME: 'Noise' } }),
  },
  {
    path: '/mcp',
    atATime: 20,
    bytes: json({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'find_operation',
        arguments: { task: 'send an email to a segment at a time'.repeat(25) },
      },
    }),
  },
  {
    path: '/emails/batch',
    atATime: 4,
    bytes: json({ large: Array.from({ length: 100 }, () => 'x'.repeat(40_000)) }),
  },
];

/** @param post asks the API. @returns what is repeated once the automations are there */
export async function prepareWork(
  post: (path: string, body: object) => Promise<void>,
  from: string,
  domainId: string,
): Promise<readonly NoisyCall[]> {
  const domain = from.slice(from.indexOf('@') + 1);
  for (let number = 0; number < AUTOMATIONS; number += 1)
    await post('/automations', {
      name: `Noise ${number}`,
      domain,
      status: 'enabled',
      trigger: 'contact.updated',
      steps: [{ key: 'write', type: 'contact_update', config: { last_name: `Noise ${number}` } }],
    });
  const addresses = (count: number) => Array.from({ length: count }, (_, number) => `c${number}@noise.dev`);
  const contains = (value: string) => ({ type: 'rule', field: 'contact.email', operator: 'contains', value });
  const get = (path: string, atATime: number): NoisyCall => ({ method: 'GET', path, atATime, pauseMs: 0 });
  return [
    {
      method: 'POST',
      path: '/contacts/batch',
      atATime: 1,
      pauseMs: 500,
      body: (turn) => ({
        contacts: addresses(CONTACTS).map((email) => ({ email, first_name: `Turn ${turn}` })),
      }),
    },
    {
      method: 'POST',
      path: '/contacts/imports',
      atATime: 4,
      pauseMs: 200,
      body: (turn) => ({
        csv: ['email,first_name', ...addresses(ROWS).map((email) => `${email},Import ${turn}`)].join('\n'),
      }),
    },
    {
      method: 'POST',
      path: '/segments/preview',
      atATime: 10,
      pauseMs: 0,
      body: (turn) => ({ filter: { type: 'and', rules: [contains(`c${turn}`), contains('noise')] } }),
    },
    get(`/domains/${domainId}/compliance`, 10),
    get(`/domains/${domainId}/mx-check`, 10),
    { method: 'POST', path: `/domains/${domainId}/verify`, atATime: 5, pauseMs: 0 },
    get('/contacts?limit=100', 10),
    get('/automations?limit=100', 10),
    get('/app/emails', 10),
    {
      method: 'POST',
      path: '/auth/login',
      atATime: 60,
      pauseMs: 0,
      body: () => ({ email: 'somebody@noise.dev', password: 'a password that is wrong' }),
      headers: (turn) => ({ ...CLIENT_HEADERS, 'x-forwarded-for': `198.51.100.${turn % NETWORKS}` }),
    },
  ];
}
