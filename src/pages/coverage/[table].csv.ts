import type { APIRoute, GetStaticPaths } from 'astro'
import { BUILT_AT, service } from '../../site/build.ts'
import { missingAwards, readCoverage, toTable } from '../../site/status/coverage.ts'

const TABLES: { [name: string]: () => object[] } = {
  states: () =>
    readCoverage(service, BUILT_AT).map(({ state, stateName, awards, newest, lastConfirmed }) => ({
      state: state ?? 'US',
      stateName: stateName ?? 'All states',
      published: awards.published,
      onFile: awards.held,
      publishedOfStated: awards.rowsOfStated?.published,
      stated: awards.rowsOfStated?.stated,
      dollarsPublished: awards.sumPublished,
      dollarsOnFile: awards.sumHeld,
      dollarsPublishedOfStated: awards.sumOfStated?.published,
      dollarsStated: awards.sumOfStated?.stated,
      allotment: awards.allotment,
      shareNamed: awards.shareNamed,
      newestAward: newest.awards,
      newestOpportunity: newest.opportunities,
      newestDocument: newest.documents,
      latestEvent: newest.events,
      lastConfirmed,
    })),
  missing: () =>
    missingAwards(service, BUILT_AT).map(({ state, stateName, what, rows, amount, verificationLacks, since, url }) => ({
      ...{ state, stateName, what, awards: rows, amount },
      ...{ isOnFile: String(verificationLacks !== null), waitsFor: verificationLacks, since, url },
    })),
}

/** The coverage of the states, and what is missing, as tables; an unknown value is an empty cell. */
export const getStaticPaths = (() =>
  Object.keys(TABLES).map((table) => ({ params: { table } }))) satisfies GetStaticPaths

export const GET: APIRoute = ({ params: { table = '' } }) => new Response(toTable(TABLES[table]?.() ?? []))
