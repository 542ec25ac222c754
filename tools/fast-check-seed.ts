import fc from "fast-check";

/**
 * A fixed seed, so that property-based tests generate the same cases in every run.
 * `FAST_CHECK_SEED=<number>` sets another one.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });
