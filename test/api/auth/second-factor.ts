// Second factors for tests: enables one as a browser does, and computes codes as an authenticator app does.
import { generateSync } from 'otplib';
import type { TestApp } from '../../support/api/app.ts';
import { PASSWORD, type SessionCredentials } from '../../support/factories/people-factories.ts';
import { cookieOf } from './cookies.ts';
import { renewed } from './sign-in-state.ts';

/** The code that an app shows. @param steps how many steps of 30 seconds its clock differs */
export function codeOf(secret: string, { clock }: TestApp, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + 30 * steps });
}

/** Six digits that are not code of the present minutes. */
export function wrongCodeOf(secret: string, app: TestApp): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, app, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? '';
}

/** Begins to set up. @returns the secret */
export async function setUp(app: TestApp, session: SessionCredentials): Promise<string> {
  const { status, body } = await app.asPerson(session).post('/auth/totp/setup').send({ password: PASSWORD });
  if (status !== 200) throw new Error(`Set up answers ${JSON.stringify(body)}.`);
  return body.secret;
}

/** Enables a second factor. @returns its secret, the recovery codes, and the session under its new token */
export async function enableSecondFactor(app: TestApp, session: SessionCredentials) {
  const secret = await setUp(app, session);
  const answer = await app
    .asPerson(session)
    .post('/auth/totp/enable')
    .send({ code: codeOf(secret, app) });
  if (answer.status !== 200) throw new Error(`Enable answers ${JSON.stringify(answer.body)}.`);
  const codes: string[] = answer.body.codes;
  return { secret, codes, session: renewed(session, answer) };
}

/** POST /auth/totp by the browser that has received a challenge. */
export function answerChallenge(
  app: TestApp,
  challenge: { headers: Record<string, unknown> },
  body: { code: string } | { recovery_code: string },
) {
  const cookie = `posthorn_challenge=${cookieOf(challenge, 'posthorn_challenge')}`;
  return app.asPerson().post('/auth/totp').set('Cookie', cookie).send(body);
}
