// API documentation without a key: /openapi.json as generated, and the page /docs (Swagger UI), which shows it and can
// send requests. Everything that the page loads comes from this server.
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { refuseUnknownRoute } from '../middleware/errors.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { securePages } from '../middleware/security-headers.ts';

/** In a build, too, the file is at the root of the package. */
const DESCRIPTION_FILE = new URL(import.meta.resolve('#openapi.json'));

/** Options of the page. `validatorUrl: null` keeps it from sending the description to a validator on the internet. */
const PAGE = {
  customSiteTitle: 'Posthorn API',
  customCss: '.swagger-ui .topbar { display: none }',
  swaggerUrl: '../openapi.json',
  swaggerOptions: {
    validatorUrl: null,
    displayRequestDuration: true,
    persistAuthorization: false,
    // With every resource open the page shows nothing but the first one, from about 130 operations on.
    docExpansion: 'none',
  },
};

/** Routes of /openapi.json and /docs. */
export function docsRouter(): Router {
  const router = Router();
  const description = readFileSync(DESCRIPTION_FILE);
  router.get('/openapi.json', setRouteLabel('/openapi.json'), (_request, response) => {
    response.type('json').send(description);
  });
  router.use('/docs', securePages(), setRouteLabel('/docs'), swaggerUi.serve);
  router.get('/docs', swaggerUi.setup(undefined, PAGE));
  return router.use('/docs', refuseUnknownRoute);
}
