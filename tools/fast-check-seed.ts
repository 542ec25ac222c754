import fc from "fast-check";

/** Random tests ask the same in every run, so that a change breaks what it breaks at once; `CHANCE=<number>` asks something else. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.CHANCE ?? 20_261_121) });
