// Scenario `single`, how most applications send: one mail per request, 20 requests at a time. Measures messages per
// second from the first POST until the server has all of them, and how long the answer to a POST takes during that
// time.
import { SINGLE } from '../load/shape.ts';
import { compareVariants } from './deliver.ts';

export const single = compareVariants({
  name: 'single',
  question: 'One mail per request over 20 connections.',
  shapeFor: () => SINGLE,
  wanted: {
    'posthorn-postgres': '≥ 3 × naive, p99 ≤ 25 ms and ≤ that of naive',
    'posthorn-redis': '≥ 3.3 × naive, p99 ≤ 25 ms and ≤ that of naive',
  },
});
