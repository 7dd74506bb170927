import { expect, it } from 'vitest'
import { measureInputs } from '../../../scripts/bench/inputs.ts'
import { baked } from '../../api.ts'

/** What a text of 15,000 characters may cost more than one of 1,000. */
const GROWTH_MAX_MS = 20

it('no text of a caller takes much longer when it is as long as it can be', async () => {
  const { folder } = await baked()
  // Each input gets every fourth text, in turn; in the long run all of them.
  const slowest = await measureInputs(folder, 2, process.env.LONG ? 1 : 4)
  expect(slowest.map(({ group }) => group)).toEqual(
    expect.arrayContaining(['headers', 'paths', 'parameters', 'bodies', 'agents', 'webhooks', 'sign-in', 'pages']),
  )
  expect(slowest.filter(({ smallMs, largeMs }) => largeMs - smallMs > GROWTH_MAX_MS)).toEqual([])
}, 120_000)
