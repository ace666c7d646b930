// Reads the MTA-STS policy of a domain, the file at https://mta-sts.<domain>/.well-known/mta-sts.txt (RFC 8461 §3.2): which
// hosts take its mail, and whether they must do so over TLS with a valid certificate. A file with any fault is not a policy.

/** A policy. */
export interface MtaStsPolicy {
  /** `enforce`: no mail without it; `testing`: failures are only counted; `none`: the domain has no policy any more. */
  mode: (typeof MODES)[number];
  /** Names of hosts in lower case without the final dot; `*.` stands for exactly one label. Empty only for `none`. */
  mx: string[];
  /** How long the policy may be cached, in seconds. */
  maxAgeS: number;
}

/** Why a text is not a policy, as a sentence. */
export interface MtaStsFault {
  fault: string;
}

const MODES = ['enforce', 'testing', 'none'] as const;
/** RFC 8461 §3.2: a year. */
const MAX_AGE_MAX_S = 31_557_600;
/** A host name has 253 characters; lines of later versions may have more. */
const LINE_MAX = 1_000;
const FIELD = /^(?<name>[a-z0-9][a-z0-9_.-]{0,31}):[ \t]*(?<value>.*)$/i;
const DIGITS = /^[0-9]+$/;
const HOST_MAX = 253;
/** Far above the number of any domain; policies are in memory. */
const HOSTS_MAX = 200;
const HOST =
  /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Reads a policy. Unknown keys are ignored, and of a doubled key the first counts, but of `mx` all. */
export function parseMtaStsPolicy(text: string): MtaStsPolicy | MtaStsFault {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => line.length > LINE_MAX))
    return { fault: `A line of the policy has more than ${LINE_MAX} characters.` };
  const first = new Map<string, string>();
  const mx: string[] = [];
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    const { name = '', value = '' } = FIELD.exec(line)?.groups ?? {};
    if (name === '') return { fault: 'A line of the policy is not `key: value`.' };
    if (name === 'mx') mx.push(toHost(value));
    else if (!first.has(name)) first.set(name, value);
  }
  return readPolicy(first, mx);
}

function readPolicy(fields: ReadonlyMap<string, string>, mx: string[]): MtaStsPolicy | MtaStsFault {
  const mode = MODES.find((each) => each === fields.get('mode'));
  const maxAge = fields.get('max_age') ?? '';
  if (fields.get('version') !== 'STSv1') return { fault: 'The policy has no `version: STSv1`.' };
  if (mode === undefined) return { fault: `The \`mode\` of the policy must be one of ${MODES.join(', ')}.` };
  if (!DIGITS.test(maxAge)) return { fault: 'The `max_age` of the policy must be a number of seconds.' };
  if (!mx.every((host) => host.length <= HOST_MAX && HOST.test(host)))
    return { fault: 'An `mx` of the policy must be a host name.' };
  if (mx.length > HOSTS_MAX) return { fault: `The policy has more than ${HOSTS_MAX} \`mx\`.` };
  if (mx.length === 0 && mode !== 'none') return { fault: 'The policy has no `mx`.' };
  return { mode, mx, maxAgeS: Math.min(Number(maxAge), MAX_AGE_MAX_S) };
}

/** Whether a policy allows a host to take the mail (RFC 8461 §4.1). */
export function isListedMx({ mx }: Pick<MtaStsPolicy, 'mx'>, host: string): boolean {
  const name = toHost(host);
  const dot = name.indexOf('.');
  // A wildcard is the whole first label, and stands for one that is not empty.
  const wildcard = dot > 0 ? `*${name.slice(dot)}` : undefined;
  return mx.some((listed) => listed === name || listed === wildcard);
}

function toHost(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}
