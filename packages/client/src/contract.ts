import type { components, paths } from './service.generated.ts'

/** Types of requests and responses, derived from the OpenAPI document of the service. */

type Schemas = components['schemas']

export type StateSummary = Schemas['StateSummary']
export type StateDetail = Schemas['StateDetail']
export type Award = Schemas['Award']
export type DocumentSummary = Schemas['Document']
export type DocumentDetail = Schemas['DocumentDetail']
export type Opportunity = Schemas['Opportunity']
export type CalendarEvent = Schemas['Event']
export type Activity = Schemas['Activity']
export type ChangeEvent = Schemas['ChangeEvent']
export type Coverage = Schemas['Coverage']
export type SearchBody = Schemas['SearchBody']
export type SearchResult = Schemas['SearchResult']
export type Citation = Schemas['Citation']
export type SearchAnswer = Schemas['SearchAnswer']
export type Usage = Schemas['Usage']
export type Subscription = Schemas['Subscription']
export type NewSubscription = Schemas['NewSubscription']
export type SubscriptionBody = Schemas['SubscriptionBody']
export type Stats = Schemas['Stats']
export type Health = Schemas['Health']
export type Problem = Schemas['Problem']
export type ParameterProblem = Schemas['ParameterProblem']

/** Error codes; new ones may be added. */
export type ErrorCode = Problem['code']
export type ChangeType = ChangeEvent['type']
export type StateCode = Schemas['StateCode']

/** The paths with a GET method. */
export type GetPath = { [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never }[keyof paths]

/** The response body of a GET request. */
export type Body<Path extends GetPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Json } } } }
}
  ? Json
  : never

/** A filter that accepts a list also accepts a single value. An empty list means no filter. */
type Given<Value> = Value extends readonly (infer One)[] ? One | readonly One[] : Value

/** The parameters of a list. */
export type Query<Path extends GetPath> = paths[Path] extends { get: { parameters: { query?: infer Parameters } } }
  ? { [Name in keyof Parameters]?: Given<NonNullable<Parameters[Name]>> | undefined }
  : never

/** The paths of lists. */
export type ListPath = { [Path in GetPath]: Body<Path> extends { data: readonly unknown[] } ? Path : never }[GetPath]

/** One record of a list. */
export type Item<Path extends ListPath> = Body<Path> extends { data: readonly (infer One)[] } ? One : never
