import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { AddressRefused, createCheckedLookup, isPublicAddress, refuseAddressHost } from '../../src/net/addresses.ts'

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['link-local, container metadata', '169.254.170.2'],
    ['shared address space', '100.64.0.1'],
    ['cloud metadata in shared space', '100.100.100.200'],
    ['cloud metadata in a public range', '168.63.129.16'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarks', '198.18.0.1'],
    ['6to4 relays', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback, in hexadecimal', '::ffff:7f00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['unique local', 'fc00::1'],
    ['cloud metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['unassigned', '4000::1'],
    ['not an address', 'example.gov'],
    ['nothing', ''],
  ])('rejects %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('refuseAddressHost', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://0/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:7f00:0001]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
  ])('rejects the host of %s', (url) => {
    expect(() => refuseAddressHost(new URL(url).hostname)).toThrow(AddressRefused)
  })

  it.each(['https://www.grants.gov/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    'accepts the host of %s',
    (url) => {
      expect(() => refuseAddressHost(new URL(url).hostname)).not.toThrow()
    },
  )
})

type Found = { error: Error | null; address: string | { address: string; family: number }[]; family?: number }

const lookUp = (resolve: (host: string) => Promise<LookupAddress[]>, all: boolean): Promise<Found> =>
  new Promise((settle) => {
    createCheckedLookup(resolve)('host.example.gov', { all }, (error, address, family) =>
      settle({ error, address, family }),
    )
  })

const at = (...addresses: string[]) =>
  addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('createCheckedLookup', () => {
  it('gives the connection the same addresses that it checked', async () => {
    const result = await lookUp(async () => at('8.8.8.8', '2606:4700::1111'), true)
    expect(result).toMatchObject({ error: null, address: at('8.8.8.8', '2606:4700::1111') })
    expect(await lookUp(async () => at('8.8.8.8'), false)).toEqual({ error: null, address: '8.8.8.8', family: 4 })
  })

  it.each([
    ['its only address is private', ['10.0.0.1']],
    ['one of its addresses is private', ['8.8.8.8', '192.168.0.1']],
    ['its second family is loopback', ['8.8.8.8', '::1']],
    ['it has none', []],
  ])('rejects a host if %s', async (_, addresses) => {
    const { error } = await lookUp(async () => at(...addresses), true)
    expect(error).toBeInstanceOf(AddressRefused)
  })

  it('resolves once per connection, so an address changed in between is checked as well', async () => {
    const answers = [at('8.8.8.8'), at('127.0.0.1')]
    let asked = 0
    const rebinding = async () => answers[asked++] ?? []
    expect((await lookUp(rebinding, true)).address).toEqual(at('8.8.8.8'))
    expect(asked).toBe(1)
    expect((await lookUp(rebinding, true)).error).toBeInstanceOf(AddressRefused)
    expect(asked).toBe(2)
  })

  it("passes on the resolver's error", async () => {
    const { error } = await lookUp(() => Promise.reject(new Error('ENOTFOUND')), true)
    expect(error?.message).toBe('ENOTFOUND')
  })
})
