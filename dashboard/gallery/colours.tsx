// The colours by name, and the type.
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { Code } from '../design/text/code.tsx';
import styles from './gallery.module.css';

const COLOURS = [
  'canvas',
  'paper',
  'raised',
  'ink',
  'soft',
  'line',
  'edge',
  'accent',
  'accent-strong',
  'accent-wash',
  'good',
  'good-wash',
  'bad',
  'bad-wash',
  'warn',
  'warn-wash',
  'info',
  'info-wash',
];

export function Colours() {
  return (
    <Section title="Colours and type">
      <div className={styles.swatches}>
        {COLOURS.map((name) => (
          <div key={name} className={styles.swatch}>
            <div className={styles.colour} style={{ background: `var(--${name})` }} />
            <span className={styles.swatchName}>{name}</span>
          </div>
        ))}
      </div>
      <Card>
        <Stack gap={2}>
          <h2>A title of 20 px</h2>
          <p>
            The body is Inter, 14 on 20. <a href="#brass">A link to something</a> is brass. Figures have one
            width: 1,234.50 and 9,876.10.
          </p>
          <p>
            An id is <Code>em_4f0c2a9d81b7</Code> in JetBrains Mono, 12.5.
          </p>
        </Stack>
      </Card>
    </Section>
  );
}
