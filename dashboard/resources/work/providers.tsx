// The ways out of the service: which of them take mail, what waits for each, and what it said last. Only operators see them.
// While the one of SMTP_URL is the only one, and takes mail, there is nothing to say.
import type { Provider } from '../../api/work-kind.ts';
import { Card } from '../../design/layout/card.tsx';
import { Status } from '../../design/text/status.tsx';
import { useClock } from '../../format/clock.ts';
import { nearMoment } from '../../format/time.ts';
import {
  kindOfProvider,
  lastOfProvider,
  mailOfProvider,
  providerReason,
  STATES_OF_PROVIDERS,
} from './provider-words.ts';
import css from './work.module.css';

/** The list; nothing while there is one that takes mail. */
export function Providers({ providers }: { providers: readonly Provider[] }) {
  useClock();
  if (providers.length === 1 && providers.every(({ state }) => state === 'active')) return null;
  const now = new Date();
  const moment = (at: string) => nearMoment(new Date(at), now);
  return (
    <Card padding="none">
      <ul className={css['kinds']} aria-label="Providers">
        {providers.map((provider) => {
          const { name, kind, state } = provider;
          const [status, label] = STATES_OF_PROVIDERS[state];
          const reason = providerReason(provider);
          return (
            <li className={css['kind']} key={name} data-stuck={state === 'refused' || undefined}>
              <div className={css['name']}>
                <h2>Provider {name}</h2>
                <span className={css['why']}>{kindOfProvider(kind)}</span>
              </div>
              <div className={css['state']}>
                <Status status={status} label={label} />
              </div>
              <div className={css['words']}>
                <p>{mailOfProvider(provider)}</p>
                {[...(reason === undefined ? [] : [reason]), ...lastOfProvider(provider, moment)].map(
                  (line) => (
                    <p className={css['why']} key={line}>
                      {line}
                    </p>
                  ),
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
