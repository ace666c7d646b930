// Scenario `submission`: mail that programs hand in over SMTP with a login, until it is answered with 250, against the
// same mail as POST /emails and to a Postfix that asks for a login too. Nothing is delivered. Each program sends a hundred
// mails over one connection, as pools of connections do, or logs in for each mail, as programs without a pool do.
import { SINGLE } from '../load/shape.ts';
import { POSTFIX } from '../postfix/variant.ts';
import { withRun } from '../run.ts';
import { type Contender, isPosthorn, type RunResult, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { ANSWERED, measureAnswered } from './measure-answered.ts';

const IN_POOL = { words: 'SMTP', mailsPerSession: 100 };
const LOGIN_EACH = { words: 'SMTP, a login each', mailsPerSession: 1 };

type Way = typeof IN_POOL;

export const submission: Scenario = {
  name: 'submission',
  question: ({ htmlBytes }) =>
    `Mail of ${htmlBytes} bytes from programs, answered and kept, ${SINGLE.connections} at a time: over SMTP connections with a login for ${IN_POOL.mailsPerSession} mails and with one for each, and as POST /emails.`,
  columns: [
    { title: 'answered/s', key: ANSWERED, digits: 0, spread: true },
    { title: 'p50 ms', key: 'p50', digits: 1 },
    { title: 'p99 ms', key: 'p99', digits: 1 },
  ],
  compared: ANSWERED,
  contenders: (setting) =>
    setting.variants.flatMap((variant) => [
      ...(isPosthorn(variant) ? [toApi(setting, variant)] : []),
      ...(variant.startSubmitting ? [IN_POOL, LOGIN_EACH] : []).map((way) => bySmtp(setting, variant, way)),
    ]),
};

function nameOf({ name }: Pick<Variant, 'name'>, { words }: Pick<Way, 'words'>): string {
  return `${name}, ${words}`;
}

function toApi(setting: Setting, variant: Variant): Contender {
  const name = nameOf(variant, { words: 'POST' });
  return {
    name,
    dividedBy: {},
    measure: (servers) => measureWith(name, setting, servers, { variant, processes: { api: 1, send: 0 } }),
  };
}

function bySmtp(setting: Setting, variant: Variant, way: Way): Contender {
  const name = nameOf(variant, way);
  const target = way === IN_POOL ? '≥ 0.7 × POST, ≥ 1 × postfix' : '≥ 1 × postfix';
  const dividedBy = {
    ...(isPosthorn(variant) ? { '× POST': nameOf(variant, { words: 'POST' }) } : {}),
    [`× ${POSTFIX}`]: nameOf({ name: POSTFIX }, way),
  };
  return {
    name,
    dividedBy,
    wanted: isPosthorn(variant) ? target : undefined,
    measure: (servers) =>
      measureWith(name, setting, servers, {
        variant: submitting(variant, way),
        processes: { api: 0, send: 0 },
      }),
  };
}

/** The variant as one that only takes mail from programs. */
function submitting(variant: Variant, { mailsPerSession }: Way): Variant {
  return {
    ...variant,
    protocol: 'smtp',
    async start(surroundings) {
      const running = await variant.startSubmitting?.(surroundings);
      if (running?.target.protocol !== 'smtp') throw new Error(`${variant.name} takes no mail over SMTP.`);
      return { ...running, target: { ...running.target, mailsPerSession } };
    },
  };
}

async function measureWith(
  contender: string,
  { options }: Setting,
  servers: Servers,
  plan: { variant: Variant; processes: { api: number; send: number } },
): Promise<RunResult> {
  const { htmlBytes, warmUp, mails } = options;
  return await withRun({ ...plan, shape: SINGLE, htmlBytes }, servers, async (run) => {
    const measured = await measureAnswered(run, { warmUp, mails }, plan.variant.countAccepted);
    return { contender, ...measured };
  });
}
