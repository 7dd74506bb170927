import type { OpenApi } from '../../contract/document.ts'
import type { ExampleCall } from '../../contract/examples.ts'
import { findComponentName, type JsonSchema, type Parameter, resolve } from '../../contract/schemas.ts'
import { type Html, html } from '../../views/html.ts'
import { countText } from '../../views/wording.ts'

type Components = OpenApi['components']['schemas']

export interface Field {
  /** Where it stands, `[]` for the items of a list: `data[].sourceDocument.url`. */
  path: string
  type: string
  description: string
  values: readonly string[]
  /** For a field of a variant: which one; for a parameter outside the query: where it stands. */
  when: string | null
  bounds: string | null
  fallback: string | null
  isRequired: boolean
}

/** The fields of a schema, each followed by those within it. @param within the path of what the schema describes */
export function toFields(schema: JsonSchema, components: Components, within = ''): Field[] {
  const whole = resolve(schema, components)
  const inner = whole.type === 'array' && whole.items ? resolve(whole.items, components) : whole
  const variants = inner.oneOf?.map((part) => resolve(part, components))
  const stem = within && `${within}${inner === whole ? '' : '[]'}.`
  if (variants) return toVariantFields(variants, components, stem)
  return Object.entries(inner.properties ?? {}).flatMap(([name, part]) => {
    const [field, ...inside] = toFieldRows(stem + name, part, components)
    return field ? [{ ...field, isRequired: inner.required?.includes(name) ?? false }, ...inside] : []
  })
}

export const toParameterFields = (parameters: readonly Parameter[], components: Components): Field[] =>
  parameters.flatMap(({ name, in: place, required, description, schema }) =>
    toFieldRows(name, schema, components, place === 'query' ? null : place).map((field) => ({
      ...field,
      type: schema.type === 'array' ? 'one or a comma-separated list' : field.type,
      description,
      isRequired: required ?? false,
    })),
  )

function toFieldRows(path: string, schema: JsonSchema, components: Components, when: string | null = null): Field[] {
  const part = resolve(schema, components)
  return [
    {
      path,
      type: typeText(schema, components),
      description: part.description ?? '',
      values: getValues(part, components),
      when,
      bounds: formatBounds(part),
      fallback: formatFallback(part),
      isRequired: false,
    },
    ...toFields(schema, components, path).map((inner) => ({ ...inner, when: inner.when ?? when })),
  ]
}

/** The fields that all variants share stand once; those that differ, once for each. */
function toVariantFields(variants: readonly JsonSchema[], components: Components, stem: string): Field[] {
  const [first] = variants
  return Object.keys(first?.properties ?? {}).flatMap((name) => {
    const parts = variants.map((variant) => variant.properties?.[name] ?? {})
    const constants = parts.flatMap(({ const: constant }) => (constant === undefined ? [] : [String(constant)]))
    const [part = {}] = parts
    if (constants.length === parts.length) {
      return toFieldRows(stem + name, { type: 'string', description: part.description, enum: constants }, components)
    }
    const isShared = parts.every((other) => JSON.stringify(other) === JSON.stringify(part))
    return isShared
      ? toFieldRows(stem + name, part, components)
      : parts.flatMap((variant, index) => toFieldRows(stem + name, variant, components, findConstant(variants[index])))
  })
}

const findConstant = (variant: JsonSchema | undefined): string | null => {
  const constant = Object.values(variant?.properties ?? {}).find((part) => part.const !== undefined)?.const
  return constant === undefined ? null : String(constant)
}

function getValues(schema: JsonSchema, components: Components): readonly string[] {
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values) return values.map(String)
  if (schema.items) return getValues(resolve(schema.items, components), components)
  const [first] = schema.anyOf ?? []
  return first ? getValues(resolve(first, components), components) : []
}

const FORMATS: Record<string, string> = { 'date-time': 'timestamp', date: 'date', uri: 'address' }

/** A type in words: `array of string`, `number or null`, `timestamp`. */
export function typeText(schema: JsonSchema, components: Components): string {
  const part = resolve(schema, components)
  if (part.anyOf) return part.anyOf.map((option) => typeText(option, components)).join(' or ')
  if (part.oneOf) return findComponentName(schema) ?? 'object'
  if (part.type === 'array') return `array of ${part.items ? typeText(part.items, components) : 'anything'}`
  const names = [part.type ?? 'anything']
    .flat()
    .map((name) => (name === 'string' ? (FORMATS[part.format ?? ''] ?? name) : name))
  return names.join(' or ')
}

/** The bounds of a schema in words; null when it has none. */
export function formatBounds({ minimum, maximum, minLength, maxLength }: JsonSchema): string | null {
  if (minimum !== undefined && maximum !== undefined) return `${countText(minimum)} to ${countText(maximum)}`
  if (minLength !== undefined && maxLength !== undefined) return `${minLength} to ${maxLength} characters`
  return null
}

const formatFallback = ({ default: value }: JsonSchema): string | null =>
  value === undefined ? null : [value].flat().join(',')

/** A field of the form that calls an endpoint: a select for a choice, and an input with suggestions for anything else. */
export function formatTryField({ name, in: place, required, schema }: Parameter, call: ExampleCall): Html {
  const values = schema.type === 'boolean' ? ['true', 'false'] : (schema.items?.enum ?? schema.enum ?? []).map(String)
  const example = place === 'path' ? (call.name ?? '') : (call.query[name] ?? '')
  const fallback = formatFallback(schema)
  const attributes = html`name="${name}"${place !== 'query' && html` data-in="${place}"`}`
  const control =
    schema.type !== 'array' && values.length > 0
      ? html`<select ${attributes}><option value="">${fallback ?? 'not sent'}</option>${values.map((value) => html`<option${value === example && html` selected`}>${value}</option>`)}</select>`
      : html`<input ${attributes}${example && html` value="${example}"`}${required && html` required`}${fallback && html` placeholder="${fallback}"`}${
          schema.type === 'array' && values.length > 0 && html` list="values-${name}"`
        }>`
  const suggestions = schema.type === 'array' && values.length > 0 && values.map((value) => html`<option>${value}`)
  const label = required ? html`<span>${name} <span class="soft">(required)</span></span>` : name
  return html`<label>${label}${control}</label>${
    suggestions && html`<datalist id="values-${name}">${suggestions}</datalist>`
  }`
}
