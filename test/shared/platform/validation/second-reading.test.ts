import { expect } from 'chai';
import Joi from 'joi';
import { DomainError, readEach } from '../../../../shared/contract/domain-error.ts';
import { FAULTS_MAX } from '../../../../shared/contract/limits.ts';
import {
  findAllFaults,
  READ_AGAIN_MAX_VALUES,
} from '../../../../shared/platform/validation/second-reading.ts';

/** An error of a field that the inputs do not have. */
const FIRST = { type: 'any.required', path: ['other'], message: '' };

describe('The second reading of a refused input', () => {
  /** A schema that counts what is validated. */
  function counting() {
    const counts = { items: 0, wholes: 0 };
    const item = Joi.any().custom((_value, { error }) => {
      counts.items += 1;
      return error('any.invalid');
    });
    const tree = Joi.object({ item, below: Joi.link('#node') }).id('node');
    const keys = { list: Joi.array().items(item), map: Joi.object().pattern(Joi.any(), item), tree };
    const schema = Joi.object(keys).custom((value) => {
      counts.wholes += 1;
      return value;
    });
    return { schema, counts };
  }

  it('validates no more values than its bound, each once, and puts no more faults into words than are asked for', () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { item: 1, below: deep(levels - 1) });
    for (const [input, validated] of [
      [{ list: Array(READ_AGAIN_MAX_VALUES - 2).fill(1) }, READ_AGAIN_MAX_VALUES - 2],
      [{ list: Array(1_000_000).fill(1) }, 0],
      [{ list: Array(1_000).fill(Array(1_000).fill(1)) }, 0],
      [{ map: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 1])) }, 0],
      [{ tree: deep(50) }, 50],
    ] as const) {
      const { schema, counts } = counting();
      const faults = findAllFaults(schema, input, FIRST, FAULTS_MAX);
      expect(faults).to.have.length(validated === 0 ? 0 : FAULTS_MAX);
      expect(counts).to.deep.equal({ items: validated, wholes: validated === 0 ? 0 : 1 });
    }
  });

  it('looks at no more values than its bound to count them', () => {
    let looks = 0;
    const hostile = new Proxy(Array(1_000_000).fill(1), {
      get(list, name) {
        looks += 1;
        return Reflect.get(list, name);
      },
    });
    expect(findAllFaults(Joi.object(), { hostile }, FIRST, FAULTS_MAX)).to.deep.equal([]);
    expect(looks).to.be.below(READ_AGAIN_MAX_VALUES);
  });

  it('says what the first reading has said of a form of several that has more faults than one', () => {
    const list = Joi.array().items(
      Joi.object({ key: Joi.string().required(), type: Joi.string().required() }),
    );
    const schema = Joi.object({ variables: Joi.alternatives(list, Joi.object()), name: Joi.string() });
    const input = { variables: [{}], name: 5 };
    const [first = FIRST] = schema.validate(input).error?.details ?? [];
    expect(findAllFaults(schema, input, first, FAULTS_MAX).map(({ path }) => path.join('.'))).to.deep.equal([
      'variables.0.key',
      'name',
    ]);
  });

  it('leaves out what stumbles over a field that is at fault', () => {
    const schema = Joi.object({ name: Joi.string() }).custom(({ name }) => name.trim());
    expect(findAllFaults(schema, { name: 5 }, FIRST, FAULTS_MAX).map(({ type }) => type)).to.deep.equal([
      'string.base',
    ]);
  });

  it('leaves the first fault alone when it fails, and reads the items of a list at most twice', () => {
    const findFaults = () => {
      throw new TypeError('a bug');
    };
    const refusal = new DomainError('validation_error', 'No.', { field: 'a', findFaults });
    expect(refusal.faults()).to.deep.equal([{ field: 'a', name: 'validation_error', message: 'No.' }]);
    let reads = 0;
    const read = (_: unknown, index: number) => {
      reads += 1;
      throw new DomainError('validation_error', 'No.', { field: String(index) });
    };
    const nested = () => readEach(Array(50).fill(0), () => readEach(Array(1_000).fill(0), read));
    let faults: readonly unknown[] = [];
    try {
      nested();
    } catch (error) {
      faults = (error as DomainError).faults();
    }
    expect(faults).to.have.length(FAULTS_MAX);
    expect(reads).to.be.at.most(2 * FAULTS_MAX + 50);
  });
});
