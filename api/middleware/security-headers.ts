// Security headers of every answer. JSON answers load nothing and are framed by nobody; pages for people get a
// policy of their own where they are mounted.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** True when people reach the service over TLS; only then may a browser be told to insist on it. */
export function isServedOverTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Headers for JSON. */
export function secureJson(publicUrl: string): RequestHandler {
  const headers = Object.entries(headersOf(helmetForJson(publicUrl)));
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function helmetForJson(publicUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isServedOverTls(publicUrl),
    xFrameOptions: { action: 'deny' },
  });
}

/**
 * Headers for pages whose scripts, styles and images all come from this server.
 * Inline styles are allowed because bull-board's page has some; inline scripts are not.
 */
export function securePages(publicUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isServedOverTls(publicUrl),
    xFrameOptions: { action: 'deny' },
  });
}

/** What a middleware sets on every answer alike. Asked once: helmet's dozen steps cost more than all headers. */
function headersOf(middleware: RequestHandler): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request as never, response as never, () => {});
  return response.getHeaders() as Record<string, string>;
}
