// A browser of a flow: keeps the cookies of the service, and sends requests as a page of the service would, with the
// CSRF token that it was given last.

/** An answer. */
export interface BrowserAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the objects of the API, which a flow reads by their documented names.
  body: any;
}

/** A browser. */
export interface Browser {
  /** Name → value. */
  readonly cookies: ReadonlyMap<string, string>;
  ask(method: string, path: string, body?: object): Promise<BrowserAnswer>;
  /** Another one with the same cookies, as a person has it who has copied them. */
  copy(): Browser;
}

/** Opens a browser. @param url of the API */
export function openBrowser(
  url: string,
  before: ReadonlyMap<string, string> = new Map(),
  csrf = '',
): Browser {
  const cookies = new Map(before);
  let csrfToken = csrf;
  return {
    cookies,
    async ask(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          'user-agent': 'a browser',
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-csrf-token': csrfToken,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie);
      const read = (await answer.json()) as BrowserAnswer['body'];
      if (read.object === 'session' && 'csrf_token' in read) csrfToken = read.csrf_token;
      return { status: answer.status, body: read };
    },
    copy: () => openBrowser(url, cookies, csrfToken),
  };
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split('; ');
  const [name = '', value = ''] = pair.split('=');
  const isRemoved = attributes.includes('Max-Age=0') || value === '';
  if (isRemoved) cookies.delete(name);
  else cookies.set(name, value);
}
