// Does PUBLIC_URL lead to a ready `web` process? Links in mail begin with it. It is the operator's own address, so it may
// be a private one, which the guarded fetch would refuse.
import { request } from 'undici';
import { describeClockDifference } from './clock.ts';
import { type Check, type Finding, findingsOf, wordsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('public_url');
const TIMEOUT_MS = 5_000;
const BODY_MAX = 10_000;

export const checkPublicUrl: Check = async ({ clock, service: { publicUrl, environment } }) => {
  const findings: Finding[] = [];
  if (environment['NODE_ENV'] === 'production' && !publicUrl.startsWith('https:')) {
    findings.push(advice(`PUBLIC_URL is not https. Put a TLS proxy in front of web.`));
  }
  try {
    // Not fetch, which refuses some ports and would follow a redirect.
    const answer = await request(`${publicUrl.replace(/\/$/, '')}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const date = String(answer.headers['date'] ?? '');
    const text = await readBody(answer.body);
    findings.push(findingOf(answer.statusCode, text, publicUrl), ...checkDate(date, clock.now()));
  } catch (error) {
    findings.push(
      unmet(
        `${publicUrl} cannot be reached from this machine (${wordsOf(error)}). Check DNS, the proxy and web.`,
      ),
    );
  }
  return findings;
};

/** @returns the beginning of a body */
async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const octets of body) {
    text += octets.toString('utf8');
    if (text.length > BODY_MAX) break;
  }
  return text;
}

function findingOf(status: number, text: string, publicUrl: string): Finding {
  const readiness = readJson(text);
  if (status === 200 && readiness?.status === 'ready')
    return met(`${publicUrl} leads to a web process that is ready.`);
  const problems = Object.values(readiness?.checks ?? {}).filter((state) => state !== 'ok');
  return problems.length === 0
    ? unmet(`${publicUrl} responds with ${status}, but not from web. Check the proxy in front of it.`)
    : unmet(`${publicUrl} leads to a web process that is not ready: ${problems.join(' ')}`);
}

/** The clock of the machine that runs `web` or its proxy. */
function checkDate(date: string, now: Date): Finding[] {
  const difference = describeClockDifference(now.getTime() - Date.parse(date));
  if (difference === undefined) return [];
  return [
    unmet(`The clock of this machine is ${difference} the clock of PUBLIC_URL. Synchronize both (NTP).`),
  ];
}

function readJson(text: string): { status?: string; checks?: Record<string, string> } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
