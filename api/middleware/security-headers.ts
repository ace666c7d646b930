// Security headers of every answer. JSON answers load nothing and are framed by nobody; pages for people get a
// policy of their own where they are mounted.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** True when people reach the service over TLS; only then may a browser be told to insist on it. */
export function isServedOverTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Headers for JSON. */
export function secureJson(publicUrl: string): RequestHandler {
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
