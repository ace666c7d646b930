// Cookies that an answer sets, and what a browser with them sends.
import type { SessionCredentials } from '../../support/factories/people-factories.ts';

/** An answer of supertest. */
interface CookieAnswer {
  headers: Record<string, unknown>;
  body: { csrf_token?: string };
}

/** The lines `Set-Cookie` of an answer for one cookie. */
export function setCookiesOf({ headers }: Pick<CookieAnswer, 'headers'>, name: string): string[] {
  const lines = (headers['set-cookie'] ?? []) as string[];
  return lines.filter((line) => line.startsWith(`${name}=`));
}

/** The value that a browser has of a cookie after an answer: of the last line, as it keeps no earlier one. */
export function cookieOf(answer: Pick<CookieAnswer, 'headers'>, name: string): string | undefined {
  return setCookiesOf(answer, name)
    .at(-1)
    ?.slice(name.length + 1)
    .split(';')[0];
}

/** What a browser that has received this session sends from now on. */
export function credentialsOf(answer: CookieAnswer): SessionCredentials {
  return {
    token: cookieOf(answer, 'posthorn_session') ?? '',
    csrfToken: answer.body.csrf_token ?? '',
  };
}
