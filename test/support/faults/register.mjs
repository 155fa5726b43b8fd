import { bodyFaults } from './body-faults.mjs';
import { listingFaults } from './listing-faults.mjs';
import { redirectFaults } from './redirect-faults.mjs';
import { statusFaults } from './status-faults.mjs';
import { transportFaults } from './transport-faults.mjs';

/** All faults of servers by name. `docs/reliability.md` states the promise for each. */
export const faults = {
  ...statusFaults,
  ...transportFaults,
  ...bodyFaults,
  ...redirectFaults,
  ...listingFaults,
};

/** @typedef {keyof typeof faults} FaultName */
