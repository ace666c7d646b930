// Serves the package of the command line (docs/cli.md#install-it), so that people run what their own server serves, and never
// a package of a registry that has its name. The build of the program has made it (dev/build/command-line-package.ts).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseUnknownRoute } from '../middleware/errors.ts';
import { setRouteLabel } from '../middleware/measure.ts';

/** In a build, too, it is below the root of the package, where the API description is. */
export const COMMAND_LINE_FILE = fileURLToPath(
  new URL('dist/cli/posthorn.tgz', import.meta.resolve('#openapi.json')),
);

const PATH = '/cli/posthorn.tgz';
const NOT_BUILT = 'This server has no package of its command line, because it runs without a build.';

/** The route. The file is read now: a process serves the command line of its own version. */
export function commandLineRouter({ commandLineFile = COMMAND_LINE_FILE }: ApiDeps): Router {
  const router = Router();
  const file = existsSync(commandLineFile) ? readFileSync(commandLineFile) : undefined;
  const tag = file && `"${createHash('sha256').update(file).digest('base64url')}"`;
  router.get(PATH, setRouteLabel(PATH), (_request, response) => {
    if (!file || !tag) throw new DomainError('application_error', NOT_BUILT, { statusCode: 503 });
    // npm keeps what it has downloaded, and must ask whether there is another version. Express answers 304 if not.
    response.set({ 'Cache-Control': 'public, no-cache', ETag: tag }).type('application/gzip').send(file);
  });
  return router.use('/cli', refuseUnknownRoute);
}
