// Security headers (Content-Security-Policy, HSTS, X-Frame-Options …) of every response. JSON responses load nothing
// and may not be framed; the pages for people have their own policy where they are mounted.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isServedOverTls, publicHost } from '../../shared/platform/config/variable-values.ts';

/**
 * Middleware with the headers for JSON. TLS is required of the host of PUBLIC_URL alone: the name of a host of tracked links
 * is a customer's, who may serve something else there one day, or below it.
 */
export function secureJson(publicUrl: string): RequestHandler {
  const own = Object.entries(headersOf(helmetForJson(publicUrl)));
  const others = own.filter(([name]) => name.toLowerCase() !== 'strict-transport-security');
  const host = publicHost(publicUrl);
  return (request, response, next) => {
    for (const [name, value] of request.hostname === host ? own : others) response.setHeader(name, value);
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
 * Middleware with the headers for pages whose scripts, styles and images all come from this server. The host decides
 * whether TLS is required (secureJson). Inline styles are allowed because the page of bull-board has some; inline
 * scripts are not.
 */
export function securePages(): RequestHandler {
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
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}

/** The headers that a middleware sets on every response. Computed once: helmet's dozen steps cost more per request. */
function headersOf(middleware: RequestHandler): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request as never, response as never, () => {});
  return response.getHeaders() as Record<string, string>;
}
