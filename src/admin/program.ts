import { readFileSync, writeFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import * as z from 'zod'
import { ACTORS, AccountRefusal } from '../account/actions.ts'
import { hashSecret } from '../account/person.ts'
import { DisplayName, type Key, type KeyDraft, type Member, MemberEmail, ROLES } from '../account/record.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { generateId, generateKey } from '../metering/keys.ts'
import { PLAN_NAMES, type PlanName } from '../metering/plans.ts'
import { getWindows } from '../metering/windows.ts'
import { drainAlerts, sendTrialNotices } from '../notify/account-mails.ts'
import { parseBounce } from '../notify/list-alerts.ts'
import { openMailer } from '../notify/mail.ts'
import { formatCount } from '../rules/text/wording.ts'
import { backUp, restore } from '../storage/embedded/file.ts'
import { storeFile } from '../storage/open.ts'
import type { Store } from '../storage/port.ts'
import { exportAccounts, importAccounts, readExport } from './copies.ts'
import { createDoctorCommand } from './doctor.ts'
import {
  createDefine,
  type Define,
  formatAccounts,
  formatAccountTable,
  formatAlertTable,
  formatBackup,
  formatDeletion,
  formatKeyTable,
  formatMemberTable,
  formatSentTable,
  formatUsageChart,
  openLater,
  required,
  type Terminal,
} from './terminal.ts'

/** Runs one command. Resolves to the exit code: 1 on any failure, with one sentence on standard error. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  const program = new Command('admin')
    .description(
      'Manages accounts, keys, usage and alerts of the service, and copies of its key store, and checks the service.',
    )
    .helpCommand(true)
  defineCommands(createDefine(program, terminal, GROUPS), terminal)
  program.addCommand(createDoctorCommand(terminal))
  program.commands.find((group) => group.name() === 'alerts')?.alias('notices')
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.log })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode
    terminal.log(`error: ${formatError(error)}\n`)
    return 1
  }
}

function formatError(error: unknown): string {
  if (error instanceof AccountRefusal) return error.message
  if (error instanceof StoreUnavailable) return `${error.message} The change may not have been saved. Try again.`
  return error instanceof Error ? error.message : String(error)
}

const { maintainer } = ACTORS

/** A name of a closed set, in any letter case. */
const oneOf = <Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .toUpperCase()
    .pipe(z.enum(names, `must be one of ${names.join(', ')}`))
const formatNames = (names: readonly string[]): string => `one of ${names.join(', ')}`
const ACCOUNT = required('--account <id>', 'account id')
const ONE_ACCOUNT = new Option('--account <id>', 'of this account only')
const PLAN = required('--plan <plan>', formatNames(PLAN_NAMES), oneOf(PLAN_NAMES))
const EMAIL = required('--email <email>', 'email address', MemberEmail)
type OfAccount = { account: string }

const GROUPS = {
  account: 'accounts and their plans',
  member: 'members of an account',
  key: 'API keys',
  alerts: 'usage alerts to owners and admins',
  'list-alerts': 'alerts by mail about lists, which belong to no account',
} as const

function defineCommands(define: Define, { now, env, log }: Terminal): void {
  define(
    'account create',
    'create an account with its first owner',
    [
      required('--name <name>', 'name of the account', DisplayName),
      PLAN,
      required('--owner <email>', 'email address of the owner', MemberEmail),
    ],
    async (store, { name, plan, owner }: { name: string; plan: PlanName; owner: string }) => {
      const draft = { id: generateId('acct'), name, plan, ownerEmail: owner }
      return { ...(await store.createAccount(draft, now(), maintainer)), owner }
    },
    (made) => `${formatAccountTable([made])}\n\nOwner: ${made.owner}`,
  )
  define('account list', 'list all accounts', [], (store) => store.accounts(), formatAccountTable)
  define(
    'account show <id>',
    'show an account with its members and keys',
    [],
    async (store, _, id) => {
      const account = await store.account(id)
      if (!account) throw new AccountRefusal('account_unknown', id)
      return { ...account, members: await store.members(id), keys: await store.keys(id) }
    },
    (shown) => [formatAccountTable([shown]), formatMemberTable(shown.members), formatKeyTable(shown.keys)].join('\n\n'),
  )
  define(
    'account set-plan <id>',
    'change the plan, effective with the next request',
    [PLAN],
    (store, { plan }: { plan: PlanName }, id) => store.setPlan(id, plan, now(), maintainer),
    (account) => formatAccountTable([account]),
  )
  const toggles = {
    suspend: 'reject all keys of an account until it is resumed',
    resume: 'accept the keys of a suspended account again',
  } as const
  for (const [verb, about] of Object.entries(toggles) as [keyof typeof toggles, string][]) {
    define(
      `account ${verb} <id>`,
      about,
      [],
      (store, _, id) => store[verb](id, now(), maintainer),
      (account) => formatAccountTable([account]),
    )
  }
  define(
    'account delete <id>',
    'delete an account with everything stored about it',
    [new Option('--yes', 'delete it; without this option, only tell what would be deleted')],
    async (store, { yes }: { yes?: true }, id) => {
      if (!yes) throw await describeDeletion(store, id)
      return store.deleteAccount(id)
    },
    formatDeletion,
  )

  define(
    'member add',
    'add a member or change their role',
    [ACCOUNT, EMAIL, required('--role <role>', formatNames(ROLES), oneOf(ROLES))],
    (store, { account, email, role }: OfAccount & Member) =>
      store.addMember(account, { email, role }, now(), maintainer),
    formatMemberTable,
  )
  define(
    'member remove',
    'remove a member (the last owner cannot be removed)',
    [ACCOUNT, EMAIL],
    (store, { account, email }: OfAccount & { email: string }) => store.removeMember(account, email, now(), maintainer),
    formatMemberTable,
  )
  define(
    'member list',
    'list the members of an account',
    [ACCOUNT],
    (store, { account }: OfAccount) => store.members(account),
    formatMemberTable,
  )

  define(
    'key create',
    'create a key and show its secret once',
    [ACCOUNT, required('--name <name>', 'what the key is for', DisplayName).default('default')],
    (store, { account, name }: OfAccount & { name: string }) =>
      withNewSecret((draft) => store.createKey(account, { ...draft, name }, now(), maintainer)),
    withSecret,
  )
  define(
    'key rotate <key-id>',
    'replace a key; the old one works for another 24 hours',
    [],
    (store, _, keyId) => withNewSecret((draft) => store.rotateKey(keyId, draft, now(), maintainer)),
    withSecret,
  )
  define(
    'key list',
    'list the keys of an account, including revoked and rotated ones',
    [ACCOUNT],
    (store, { account }: OfAccount) => store.keys(account),
    formatKeyTable,
  )
  define(
    'key revoke <key-id>',
    'revoke a key immediately',
    [],
    (store, _, keyId) => store.revokeKey(keyId, now(), maintainer),
    (key) => formatKeyTable([key]),
  )

  define(
    'usage',
    'show the usage of an account',
    [ACCOUNT],
    async (store, { account }: OfAccount) => {
      // Named as in the API.
      const { alerts: notices, ...figures } = await store.usage(account, getWindows(now()))
      return { ...figures, notices }
    },
    ({ notices, ...figures }) => formatUsageChart({ ...figures, alerts: notices }),
  )
  define(
    'alerts send',
    'send the due alerts and trial emails (to the log if SMTP_URL and MAIL_FROM are not set)',
    [ONE_ACCOUNT],
    async (store, { account }: Partial<OfAccount>) => {
      const mailer = await openMailer(env, (line) => log(`${JSON.stringify(line)}\n`))
      return [
        ...(await drainAlerts(store, mailer, now(), account)),
        ...(await sendTrialNotices(store, mailer, env.BASE_URL ?? null, now(), account)),
      ]
    },
    formatSentTable,
  )
  define(
    'alerts list',
    'list all alerts',
    [ONE_ACCOUNT],
    async (store, { account }: Partial<OfAccount>) => {
      const ids = account === undefined ? (await store.accounts()).map(({ id }) => id) : [account]
      const usages = await Promise.all(ids.map((id) => store.usage(id, getWindows(now()))))
      return usages.flatMap(({ account: { id }, alerts }) => alerts.map((alert) => ({ accountId: id, ...alert })))
    },
    formatAlertTable,
  )

  define(
    'list-alerts end <email>',
    'end all alerts of an address and delete it',
    [],
    (store, _, email) => endListAlerts(store, email),
    formatEnded,
  )
  define(
    'list-alerts bounced <file>',
    'end the alerts of an address whose mail came back (- reads standard input)',
    [],
    async (store, _, file) => {
      const { secret, isFinal } = parseBounce(readFileSync(file === '-' ? 0 : file, 'utf8'))
      const alert = secret === null || !isFinal ? null : await store.findListAlert(hashSecret(secret))
      return alert ? endListAlerts(store, alert.address) : { ended: 0 }
    },
    ({ ended }) =>
      ended > 0
        ? formatEnded({ ended })
        : 'Nothing was ended: this is no report that an address of a current alert accepts no mail for good.',
  )

  define(
    'backup <file>',
    'copy the embedded store to a new file (the service may be running)',
    [],
    async (_, __, file) => backUp(storeFile(env), file),
    (backup) => `Backed up ${formatBackup(backup)} to ${backup.file}.`,
    openLater,
  )
  define(
    'restore <file>',
    'replace the embedded store with a backup (stop the service first)',
    [],
    async (_, __, file) => ({ ...restore(storeFile(env), file), path: storeFile(env) }),
    ({ path, before, ...backup }) => {
      const moved = before ? ` The previous store was moved to ${before}.` : ''
      return `Restored ${formatBackup(backup)} from ${backup.file} to ${path}.${moved}`
    },
    openLater,
  )
  define(
    'export <file>',
    'write every account to a new file, to move to another kind of store',
    [],
    async (store, _, file) => {
      const { text, accounts } = await exportAccounts(store)
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      return { file, accounts }
    },
    ({ file, accounts }) =>
      `Exported ${formatAccounts(accounts)} to ${file}. Keep it safe: it contains email addresses.`,
  )
  define(
    'import <file>',
    'import the accounts of an export; accounts that already exist are left unchanged',
    [],
    (store, _, file) => importAccounts(store, readExport(readFileSync(file, 'utf8'))),
    ({ placed, existing }) => {
      const others = `${formatAccounts(existing.length)} already existed and were left unchanged: ${existing.join(', ')}.`
      return [`Imported ${formatAccounts(placed)}.`, ...(existing.length > 0 ? [others] : [])].join(' ')
    },
  )
}

async function endListAlerts(store: Store, address: string): Promise<{ ended: number }> {
  const { length } = await store.listAlertsFor(address)
  await store.endListAlertsFor(address)
  return { ended: length }
}

const formatEnded = ({ ended }: { ended: number }): string => `Ended ${formatCount(ended, 'alert')} of the address.`

async function describeDeletion(store: Store, id: string): Promise<Error> {
  const copy = await store.readCopy(id)
  if (!copy) return new AccountRefusal('account_unknown', id)
  const { account, members, keys, webhooks } = copy.record
  const counted = [
    formatCount(members.length, 'member'),
    formatCount(keys.length, 'key'),
    formatCount(webhooks.length, 'webhook'),
  ].join(', ')
  return new Error(
    `Nothing was deleted. "${account.name}" (${account.plan}) has ${counted}; deleting it cannot be undone. Add --yes to delete it.`,
  )
}

async function withNewSecret(create: (draft: Omit<KeyDraft, 'name'>) => Promise<Key>): Promise<Key & { key: string }> {
  const { secret, ...draft } = generateKey()
  return { ...(await create({ ...draft, id: generateId('key') })), key: secret }
}

const withSecret = ({ key: secret, ...key }: Key & { key: string }): string =>
  [formatKeyTable([key]), '', `  ${secret}`, '', 'Store it safely now: it will not be shown again.'].join('\n')
