// A load client that posts mails to an API over HTTP, or gets pages of it.
import type { LoadClient } from './client.ts';
import { openConnection } from './http-connection.ts';
import { createBodyMaker, type MailKind } from './mail-kind.ts';
import type { LoadShape } from './shape.ts';
import { BLANK, createStencil, type Stencil } from './stencil.ts';

/** Bodies that are posted to one path. */
export interface NumberedPosts {
  path: string;
  bodies: readonly string[];
}

/** What all requests of a load have in common. */
export interface HttpRequests {
  url: string;
  headers: Record<string, string>;
  /** If present, it gets these paths, by the number of the request. */
  paths?: readonly string[] | undefined;
  /** If present, it posts these, by the number of the request. */
  posts?: NumberedPosts | undefined;
  shape: LoadShape;
  htmlBytes: number;
  /** If absent, plain mails. */
  kind?: MailKind | undefined;
}

/** Opens a client. */
export async function openHttpClient(requests: HttpRequests): Promise<LoadClient> {
  const connection = await openConnection(requests.url);
  const makeRequest = makerOf(requests);
  return {
    send: (first) => connection.post(makeRequest(first)),
    close: connection.close,
  };
}

function makerOf(requests: HttpRequests): Stencil {
  if (requests.posts) return createNumberedPosts(requests.url, requests.posts);
  return requests.paths ? createPageRequests(requests) : createRequestStencil(requests);
}

function createNumberedPosts(url: string, { path, bodies }: NumberedPosts): Stencil {
  const head = `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n`;
  return (first) => {
    const body = bodies[first] ?? '';
    return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
}

/** The GET requests of a load. */
function createPageRequests({ url, headers, paths = [] }: HttpRequests): Stencil {
  const fields = { host: new URL(url).host, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return (first) => Buffer.from(`GET ${paths[first]} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** The POST request of a load. */
export function createRequestStencil({ url, headers, shape, htmlBytes, kind }: HttpRequests): Stencil {
  const { mailsPerRequest, recipientsPerMail: recipients, domains } = shape;
  const path = kind?.event ? '/events/send' : shape.path;
  const mail = createBodyMaker({ htmlBytes, recipients, domains }, kind)(BLANK);
  const isBatch = path === '/emails/batch';
  const body = JSON.stringify(isBatch ? Array.from({ length: mailsPerRequest }, () => mail) : mail);
  const fields = {
    host: new URL(url).host,
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return createStencil(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, mailsPerRequest, domains);
}
