// What stands for an object that is not given.
import Joi from 'joi';

/** Null, or the empty list as which PHP writes an empty object. */
export const ABSENT_OBJECT = Joi.alternatives(Joi.valid(null), Joi.array().max(0));
