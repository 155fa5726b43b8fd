import { bodyFaults } from './body-faults.mjs';
import { listingFaults } from './listing-faults.mjs';
import { redirectFaults } from './redirect-faults.mjs';
import { statusFaults } from './status-faults.mjs';
import { transportFaults } from './transport-faults.mjs';

/** All that a server can do to a harvester, by name. `docs/reliability.md` says of each what is promised. */
export const faults = {
  ...statusFaults,
  ...transportFaults,
  ...bodyFaults,
  ...redirectFaults,
  ...listingFaults,
};

/** @typedef {keyof typeof faults} FaultName */
