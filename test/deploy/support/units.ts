// Reads systemd units with their drop-ins, as systemd does: a setting may occur several times, and drop-ins come after
// the unit.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/documents/root.ts';

/** A process that an installation runs. */
export interface Process {
  /** `node`, and its arguments; a unit may give it a variable with `env NAME=value` in front. */
  command: string;
  environment: Record<string, string>;
}

export const UNITS_DIRECTORY = path.join(ROOT, 'deploy/systemd');
const isDirectory = (file: string) => file.endsWith('.d');
/** Makes a unit for each port: it is in no list of processes. */
const isTemplate = (file: string) => file.includes('@');

const isOfTimer = (file: string) => existsSync(path.join(UNITS_DIRECTORY, file.replace(/\.\w+$/, '.timer')));

/** A unit: `Section.Name` → the values of the setting, in their order. */
export interface Unit {
  /** For example `posthorn-web.service`. */
  name: string;
  /** Its file, and those of its drop-ins. */
  files: readonly string[];
  settings: ReadonlyMap<string, string[]>;
}

/** All services that run, and the target, the services with their drop-ins. */
export function readUnits(): Unit[] {
  return readAll().filter(({ name }) => !isTemplate(name) && !isOfTimer(name));
}

/** Timers, and what they start. */
export function readTimers(): Unit[] {
  return readAll().filter(({ name }) => isOfTimer(name));
}

/** The templates, as `readUnits`. */
export function readTemplates(): Unit[] {
  return readAll().filter(({ name }) => isTemplate(name));
}

function readAll(): Unit[] {
  const names = readdirSync(UNITS_DIRECTORY).filter((file) => !isDirectory(file));
  return names.flatMap((name) => findUnit([UNITS_DIRECTORY], name) ?? []);
}

/**
 * A unit as systemd finds it: its file or that of its template, and the drop-ins in the order of their names, of which
 * one replaces that of the same name in a later directory.
 * @param directories of units, of which the first has precedence
 * @param name for example `posthorn-web@3000.service`
 */
export function findUnit(directories: readonly string[], name: string): Unit | undefined {
  const template = name.replace(/@[^.]+\./, '@.');
  const file = [name, template]
    .flatMap((each) => directories.map((directory) => path.join(directory, each)))
    .find((each) => existsSync(each));
  if (!file) return undefined;
  const dropIns = new Map<string, string>();
  for (const directory of directories.toReversed())
    for (const group of dropInGroups(name, template).map((each) => path.join(directory, each)))
      if (existsSync(group)) for (const each of readdirSync(group)) dropIns.set(each, path.join(group, each));
  const sorted = [...dropIns].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
  const files = [file, ...sorted];
  const instance = /@([^.]+)\./.exec(name)?.[1] ?? '';
  const text = files.map((each) => readFileSync(each, 'utf8')).join('\n');
  return { name, files, settings: parseUnit(text.replaceAll('%i', instance || '%i')) };
}

/** The directories of drop-ins of `posthorn-worker-send.service`: those of `posthorn-` and `posthorn-worker-` too. */
function dropInGroups(name: string, template: string): string[] {
  const type = path.extname(name);
  const words = path.basename(template, type).split('-');
  const prefixes = words.slice(1).map((_, index) => `${words.slice(0, index + 1).join('-')}-${type}`);
  return [...new Set([...prefixes, template, name])].map((each) => `${each}.d`);
}

/** The settings of a unit file. @throws when a line is neither a section nor a setting */
export function parseUnit(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const { heading, name, value = '' } = LINE.exec(line)?.groups ?? {};
    if (heading) section = heading;
    // A setting without a value takes the earlier ones back.
    else if (name)
      settings.set(`${section}.${name}`, [
        ...(value === '' ? [] : (settings.get(`${section}.${name}`) ?? [])),
        value,
      ]);
    else throw new Error(`A unit has a line that is not understood: ${line}`);
  }
  return settings;
}

const LINE = /^(?:\[(?<heading>\w+)\]|(?<name>\w+)=(?<value>.*))$/;

/** The values of a setting. */
export function settingsOf(unit: Unit | undefined, setting: string): string[] {
  return unit?.settings.get(setting) ?? [];
}

/** The last value of a setting, which counts. */
export function settingOf(unit: Unit | undefined, setting: string): string | undefined {
  return settingsOf(unit, setting).at(-1);
}

/** The units that a setting lists. */
export function listOf(unit: Unit | undefined, setting: string): string[] {
  return settingsOf(unit, setting).flatMap((value) => value.split(' '));
}

/** The variables that a unit sets itself; those of the EnvironmentFile override them. */
export function environmentOf(unit: Unit): Record<string, string> {
  return parseEnvironment(settingsOf(unit, 'Service.Environment').join('\n'));
}

/** Reads an EnvironmentFile, or the same lines from elsewhere. @throws when a line is not NAME=value */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const { name, quoted, value = '' } = ENVIRONMENT_LINE.exec(line)?.groups ?? {};
      if (!name) throw new Error(`An environment has a line that is not NAME=value: ${line}`);
      return [name, quoted ?? value];
    }),
  );
}

/** Process type → what systemd starts, with this EnvironmentFile. */
export function systemdProcesses(environmentFile: Record<string, string>): Map<string, Process> {
  const services = readUnits().filter(({ name }) => name.endsWith('.service'));
  return new Map(
    services.map((unit) => [
      unit.name.replace(/^posthorn-|\.service$/g, ''),
      {
        command: settingOf(unit, 'Service.ExecStart') ?? '',
        environment: { ...environmentOf(unit), ...environmentFile },
      },
    ]),
  );
}

const ENVIRONMENT_LINE = /^(?<name>[A-Z_]+)=(?:'(?<quoted>[^']*)'|(?<value>[^\s'$#]*))$/;
