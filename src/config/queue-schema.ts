import { z } from 'zod';
import { parseUrl } from '../text/parsed-url.ts';
import { mapping } from './schema-parts.ts';

/** How an address of Redis is written, as a noun phrase. */
export const redisForm =
  'an address such as redis://127.0.0.1:6379 or, with TLS and a password, ' +
  '"rediss://default:${REDIS_PASSWORD}@redis.example.org:6380"';

/** The environment variable with the address of Redis, whose password others must not see. */
export const redisVariable = 'CDIF_GRAPH_REDIS';

/** Whether a text is an address of Redis. */
export function isRedisUrl(text: string): boolean {
  const url = parseUrl(text);
  return (url?.protocol === 'redis:' || url?.protocol === 'rediss:') && url.hostname !== '';
}

/** The queue by which other machines harvest for this one. */
export const queueSchema = mapping({
  redis: z
    .string(redisForm)
    .refine(isRedisUrl, redisForm)
    .describe(
      'The address of Redis 7 or later: redis:// or, with TLS, rediss://. Workers are given the ' +
        'same. It needs no persistence, and must not evict keys (maxmemory-policy noeviction).',
    ),
});
