// The metrics of an SMTP server: its connections, and the bytes of messages that are in flight.
import { Gauge, type Registry } from 'prom-client';

/** The load of a server at a moment. */
export interface ServerLoad {
  connections(): number;
  bytesInFlight(): number;
}

/** Registers them. @param kind names them: `mail_<kind>_connections` */
export function registerServerMetrics(registry: Registry, kind: string, load: ServerLoad): void {
  const registers = [registry];
  new Gauge({
    name: `mail_${kind}_connections`,
    help: 'Open SMTP connections of clients.',
    registers,
    collect() {
      this.set(load.connections());
    },
  });
  new Gauge({
    name: `mail_${kind}_bytes_in_flight`,
    help: 'Bytes of messages that are being received, in memory.',
    registers,
    collect() {
      this.set(load.bytesInFlight());
    },
  });
}
