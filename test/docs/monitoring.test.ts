// The dashboard and the alert rules in docs/operations/: they can be loaded, and each metric that they ask for is one
// that the running processes tell.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse as parseYaml } from 'yaml';
import { isBuilt, programArguments } from '../../dev/build.ts';
import { useDatabase } from '../support/database.ts';
import { TEST_SECRET_KEY } from '../support/dkim-key.ts';
import { eventually } from '../support/eventually.ts';
import { exportedNamesOf, metricNamesOf } from './prometheus-names.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { refId: string; expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
}
interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface RuleFile {
  groups: { name: string; rules: AlertRule[] }[];
}

const OPS_TOKEN = 'a-token-of-the-monitoring-test';
/** Made by Prometheus itself. */
const OF_PROMETHEUS = ['up'];
const GRID_WIDTH = 24;

const dashboard: Dashboard = JSON.parse(readFileSync('docs/operations/grafana-dashboard.json', 'utf8'));
const { groups }: RuleFile = parseYaml(readFileSync('docs/operations/alerts.yml', 'utf8'));
const rules = groups.flatMap((group) => group.rules);
const shown = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];

describe('The metrics of the dashboard and the alert rules', function () {
  this.timeout(60_000);
  const children: ChildProcess[] = [];
  after(async () => {
    for (const child of children) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
  });
  const database = useDatabase();

  const start = async (command: Parameters<typeof programArguments>[0]) => {
    const child = spawn(process.execPath, programArguments(command, await isBuilt()), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        SMTP_URL: 'smtp://127.0.0.1:9',
        SECRET_KEY: TEST_SECRET_KEY,
        OPS_TOKEN,
        HOST: '127.0.0.1',
        PORT: '0',
        HEALTH_PORT: '0',
        LOG_LEVEL: 'silent',
      },
    });
    children.push(child);
    const [ready] = (await once(child, 'message')) as [{ port?: number; healthPort?: number }];
    return ready.port ?? ready.healthPort ?? expect.fail('It named no port.');
  };
  const scrape = async (port: number) => {
    const authorization = `Bearer ${OPS_TOKEN}`;
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
    return response.ok ? await response.text() : undefined;
  };

  it('are told by the running processes', async () => {
    const ports = await Promise.all([start(['api/main.ts']), start(['workers/main.ts', 'all'])]);
    const scrapes = await Promise.all(
      ports.map((port) => eventually('a scrape is answered', () => scrape(port))),
    );
    const told = new Set([...scrapes.flatMap(exportedNamesOf), ...OF_PROMETHEUS]);
    expect(told).to.include('mail_queue_jobs').and.include('http_request_duration_seconds_bucket');
    for (const expression of expressions) {
      const names = metricNamesOf(expression);
      expect(names, expression).to.have.length.above(0);
      expect(
        names.filter((name) => !told.has(name)),
        expression,
      ).to.deep.equal([]);
    }
  });

  it('are told by web and by workers alike, for what is of the whole service', async () => {
    const ports = await Promise.all([start(['api/main.ts']), start(['workers/main.ts', 'schedule'])]);
    for (const port of ports) {
      const text = await eventually('the queues are told', async () => {
        const told = await scrape(port);
        return told?.includes('mail_metrics_readable{source="queues"} 1') && told;
      });
      for (const series of [
        'mail_queue_jobs{queue="send",state="waiting"} 0',
        'mail_queue_oldest_age_seconds{queue="send"} 0',
        'mail_work_rows{table="email_recipients",state="due"} 0',
        'mail_work_oldest_due_age_seconds{table="email_recipients"} 0',
        'mail_sending_stopped{by="pause"} 0',
        'mail_database_pool_max_connections{pool="main"} 10',
      ]) {
        expect(text).to.include(`\n${series}\n`);
      }
      expect(text).to.match(/^nodejs_eventloop_lag_p99_seconds /m);
    }
  });

  const names: [expression: string, names: string[]][] = [
    ['up{job=~"a.*"} == 0', ['up']],
    ['sum by (le, name) (rate(a_bucket{x="y_total"}[5m]))', ['a_bucket']],
    ['max by (q) (a) > 120 unless on (q) max by (q) (b_c) == 1e3', ['a', 'b_c']],
    ['1 - a:b / time() and bool offset', ['a:b']],
  ];
  for (const [expression, expected] of names) {
    it(`would be found in ${expression}`, () => {
      expect(metricNamesOf(expression)).to.deep.equal(expected);
    });
  }
});

describe('The dashboard for Grafana', () => {
  it('can be imported: it has what Grafana asks for, and asks for its data source', () => {
    expect(dashboard).to.include({ uid: 'posthorn', title: 'Posthorn' });
    expect(dashboard.schemaVersion).to.be.above(36);
    expect(dashboard.templating.list).to.deep.include.members([
      dashboard.templating.list.find(({ name, type }) => name === 'datasource' && type === 'datasource'),
    ]);
    expect(shown.length).to.be.above(15);
    for (const { title, type, datasource, targets = [] } of shown) {
      expect(['stat', 'timeseries'], title).to.include(type);
      expect(datasource?.uid, title).to.match(/^\$\{datasource\}$/);
      expect(targets, title).to.have.length.above(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).to.equal(targets.length);
    }
  });

  it('has panels that lie beside each other and not over each other', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).to.be.at.most(GRID_WIDTH);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x},${y}`), title).to.equal(undefined);
          taken.set(`${x},${y}`, title);
        }
      }
    }
  });
});

describe('The alert rules for Prometheus', () => {
  it('are groups of rules with names of their own', () => {
    expect(groups.length).to.be.above(0);
    const names = [...groups.map(({ name }) => name), ...rules.map(({ alert }) => alert)];
    expect(new Set(names).size).to.equal(names.length);
  });

  for (const rule of rules) {
    it(`${rule.alert} can be loaded, and says what is wrong and what to do`, () => {
      const known = ['alert', 'expr', 'for', 'labels', 'annotations'];
      expect(Object.keys(rule).filter((key) => !known.includes(key))).to.deep.equal([]);
      expect(rule.alert).to.match(/^Posthorn[A-Z]\w+$/);
      expect(rule.for ?? '0s').to.match(/^\d+[smh]$/);
      expect(['critical', 'warning']).to.include(rule.labels.severity);
      expect(Object.keys(rule.annotations)).to.deep.equal(['summary', 'description']);
      expect(rule.annotations.summary).to.match(/\S.*\.$/);
      expect(rule.annotations.description).to.match(/\S.*\.$/);
      expect(bracketsOf(rule.expr)).to.equal('');
    });
  }
});

/** The brackets of an expression that do not belong together. */
function bracketsOf(expression: string): string {
  let left = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/[^()[\]{}]/g, '');
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replaceAll(/\(\)|\[\]|\{\}/g, '');
  }
  return left;
}
