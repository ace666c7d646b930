// Scenario `slow-sink`: a receiving server 50 ms away. A mail takes two round trips there, envelope and content, so the
// rate of a sender is limited by its connections: connections ÷ (2 × 50 ms). Measures how close to that limit it comes;
// a sender that waits where it need not stays far below.
import { SINGLE } from '../load/shape.ts';
import { apisOf, type Column, type Contender, isPosthorn, type Scenario } from '../scenario.ts';
import { createDelivery, DELIVERED } from './deliver.ts';

const ROUND_TRIP_MS = 50;
const ROUND_TRIPS_PER_MAIL = 2;
const SHARE = 'share';
const CONNECTIONS = 'connections';

const COLUMNS: readonly Column[] = [
  { title: 'delivered/s', key: DELIVERED, digits: 0, spread: true },
  { title: 'SMTP connections', key: CONNECTIONS, digits: 0 },
  { title: 'share of connections ÷ (2 × 50 ms)', key: SHARE, digits: 2, spread: true },
];

export const slowSink: Scenario = {
  name: 'slow-sink',
  question: () => `One mail per request over 20 connections; the server answers after ${ROUND_TRIP_MS} ms.`,
  columns: COLUMNS,
  compared: DELIVERED,
  contenders: (setting) =>
    apisOf(setting).map((variant) => {
      const delivery = createDelivery(setting, {
        name: variant.name,
        variant,
        shape: SINGLE,
        sinkDelayMs: ROUND_TRIP_MS,
        dividedBy: {},
        wanted: isPosthorn(variant) ? 'a share ≥ 0.8' : undefined,
      });
      return withShare(delivery, variant.smtpConnections);
    }),
};

/** Adds the share of the rate that the connections allow. */
function withShare(delivery: Contender, connections: number): Contender {
  const bound = (connections * 1_000) / (ROUND_TRIPS_PER_MAIL * ROUND_TRIP_MS);
  return {
    ...delivery,
    async measure(servers) {
      const result = await delivery.measure(servers);
      const share = (result.figures[DELIVERED] ?? Number.NaN) / bound;
      return { ...result, figures: { ...result.figures, [SHARE]: share, [CONNECTIONS]: connections } };
    },
  };
}
