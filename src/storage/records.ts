import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { AccountRefusal, type Change, type Rule } from '../account/actions.ts'
import type { AccountRecord } from '../account/record.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { type AccountChange, byAge, parseAccount, sortLists, toChanges } from './documents.ts'
import { type Content, type Driver, type Item, type ItemKind, type StoredAccount, toItem } from './port.ts'

// An attempt fails only if another instance changed the same account in between.
const ATTEMPTS_MAX = 20
const CHANGED_AT_ONCE = 1_000
/** More sessions or alerts than a person has. */
const OWNED_MAX = 1_000

/** Records of accounts over a driver: changed by rules, written by compare-and-set on their version. */
export function createRecords(driver: Driver) {
  // Callers of this instance who change the same account do so one after the other, so they never compete.
  const turns = new LRUCache<string, LimitFunction>({ max: CHANGED_AT_ONCE, memoMethod: () => pLimit(1) })

  /** The accounts with these ids that exist, the oldest first. */
  const load = async (ids: readonly string[]): Promise<StoredAccount[]> =>
    (await driver.readAccounts(ids)).map(parseAccount).sort((a, b) => byAge(a.record.account, b.record.account))

  /** @throws AccountRefusal account_unknown */
  async function read(id: string): Promise<StoredAccount> {
    const [loaded] = await load([id])
    if (loaded) return loaded
    throw new AccountRefusal('account_unknown', id)
  }

  /** Decides on the account and writes, again if others changed it in between. A decision without a change writes nothing. */
  const update = <Result>(
    id: string,
    decide: (account: StoredAccount) => Promise<{ result: Result; change?: AccountChange | 'removal' | null }>,
  ): Promise<Result> =>
    turns.memo(id)(async () => {
      for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
        const loaded = await read(id)
        const { result, change } = await decide(loaded)
        if (!change || (await driver.write(toChanges(loaded, change === 'removal' ? null : change)))) return result
      }
      throw new StoreUnavailable('The account is being changed by too many callers.')
    })

  const findItems = async <Kind extends ItemKind>(
    kind: Kind,
    ...query: [by: 'id' | 'owner' | 'due', value: string | number, limit: number]
  ): Promise<Item<Kind>[]> => (await driver.findItems(kind, ...query)).map((text) => JSON.parse(text))

  return {
    load,
    read,
    update,
    /** The accounts with a term, the oldest first. */
    search: async (term: string): Promise<StoredAccount[]> => load(await driver.findAccounts(term)),
    /** Applies a rule to an account. Returns the record afterwards. @throws AccountRefusal */
    change: <Command>(id: string, rule: Rule<Command>, command: Command, now: number): Promise<AccountRecord> =>
      update(id, async ({ record }) => {
        const change = accept(rule(record, command, now))
        return { result: sortLists(change.record), change: change.record === record ? null : change }
      }),

    /** Adds the items that are new. */
    add: async <Kind extends ItemKind>(kind: Kind, ...contents: readonly Content<Kind>[]): Promise<void> =>
      void (await Promise.all(contents.map((content) => driver.write([['addItem', toItem(kind, content)]])))),
    find: async <Kind extends ItemKind>(kind: Kind, id: string) => (await findItems(kind, 'id', id, 1))[0] ?? null,
    list: async <Kind extends ItemKind>(kind: Kind, owner: string, limit = OWNED_MAX) =>
      (await findItems(kind, 'owner', owner, limit)).map(({ content }) => content),
    findDue: async <Kind extends ItemKind>(kind: Kind, now: number, limit: number) =>
      (await findItems(kind, 'due', now, limit)).map(({ content }) => content),
    /** False if the turn before that of the content is no longer stored. */
    replace: <Kind extends ItemKind>(kind: Kind, content: Content<Kind>): Promise<boolean> =>
      driver.write([['replaceItem', toItem(kind, content)]]),
    /** Whether this call removed the item. */
    drop: <Kind extends ItemKind>(kind: Kind, content: Content<Kind>): Promise<boolean> =>
      driver.write([['removeItem', toItem(kind, content)]]),
    /** Removes the items of an owner. Returns their number. */
    async dropOwned(kind: ItemKind, owner: string): Promise<number> {
      for (let dropped = 0; ; ) {
        const items = await findItems(kind, 'owner', owner, OWNED_MAX)
        await Promise.all(items.map((item) => driver.write([['removeItem', item]])))
        dropped += items.length
        if (items.length < OWNED_MAX) return dropped
      }
    },
  }
}

/** The change that a rule made. @throws AccountRefusal */
export function accept(decided: Change | AccountRefusal): Change {
  if (decided instanceof AccountRefusal) throw decided
  return decided
}
