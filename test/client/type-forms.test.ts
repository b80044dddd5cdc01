import { describe, expect, it } from 'vitest'
import { createContext, declarationOf, type Schema } from '../../packages/client/type-forms.ts'

/** The declaration of one schema, its lines without their indentation; `others` have names of their own. */
function written(schema: Schema, others: Readonly<Record<string, Schema>> = {}): string {
  const schemas = { Example: schema, ...others }
  const names = Object.keys(schemas).map((name) => ({ name, at: name }))
  return declarationOf(createContext({ components: { schemas } }, names), { name: 'Example', at: 'Example' })
}

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const named: Schema = { type: 'object', properties: { id: whole }, required: ['id'] }

describe('types of schemas', () => {
  it.each<[form: string, schema: Schema, type: string]>([
    ['an enum', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    ['an enum of numbers', { type: 'integer', enum: [1, 3] }, '1 | 3'],
    ['a const', { type: 'string', const: 'ok' }, '"ok"'],
    ['a const of null', { const: null }, 'null'],
    ['two types', { type: ['number', 'null'] }, 'number | null'],
    ['anyOf', { anyOf: [text, { type: 'boolean' }] }, 'string | boolean'],
    ['oneOf', { oneOf: [text, { type: 'null' }, { type: 'integer' }] }, 'string | null | number'],
    ['a list', { type: 'array', items: text }, 'readonly string[]'],
    ['a list of choices', { type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    ['a list of known length', { type: 'array', items: text, minItems: 2, maxItems: 2 }, 'readonly [string, string]'],
    ['a record', { type: 'object', additionalProperties: whole }, 'Readonly<Record<string, number>>'],
  ])('a schema of %s becomes its TypeScript type', (_, schema, type) => {
    expect(written(schema)).toBe(`export type Example = ${type}`)
  })

  it('an object becomes an interface, with a question mark at each field that is not required', () => {
    const schema: Schema = { type: 'object', properties: { own: text, 'x-other': whole }, required: ['own'] }
    expect(written(schema)).toBe('export interface Example {\nreadonly "own": string\nreadonly "x-other"?: number\n}')
  })

  it('objects of a oneOf become a union that their const tells apart', () => {
    const topUp: Schema = { type: 'object', properties: { kind: { const: 'topup' } }, required: ['kind'] }
    const plan: Schema = { type: 'object', properties: { kind: { const: 'plan' } }, required: ['kind'] }
    expect(written({ oneOf: [topUp, plan] })).toBe(
      'export type Example = {\nreadonly "kind": "topup"\n} | {\nreadonly "kind": "plan"\n}',
    )
    expect(written({ oneOf: [topUp, plan] }, { TopUp: topUp, Plan: plan })).toBe('export type Example = TopUp | Plan')
  })

  it('whole objects of a oneOf become the alternatives of what they differ in, and what all of them have', () => {
    const never: Schema = { type: 'null', not: {} }
    const byId: Schema = { properties: { id: whole, name: never, model: text }, required: ['id'] }
    const byName: Schema = { properties: { id: never, name: text, model: text }, required: ['name'] }
    expect(written({ oneOf: [byId, byName] }).replaceAll('\n', ' ')).toBe(
      'export type Example = ({ readonly "id": number readonly "name"?: never } | ' +
        '{ readonly "id"?: never readonly "name": string }) & { readonly "model"?: string }',
    )
  })

  it.each<[form: string, schema: Schema]>([
    ['no keyword', {}],
    ['another type', { type: 'date' }],
  ])('a schema with %s is refused', (_, schema) => {
    expect(() => written(schema)).toThrow(/^no type for /)
  })
})

describe('names of forms', () => {
  const reference: Schema = { $ref: '#/components/schemas/Named' }

  it.each<[form: string, schema: Schema, type: string]>([
    ['a reference', reference, 'Named'],
    ['the same form with other words about it', { ...named, description: 'A team.' }, 'Named'],
    ['an item of a list', { type: 'array', items: reference }, 'readonly Named[]'],
    ['a reference beside null', { anyOf: [reference, { type: 'null' }] }, 'Named | null'],
  ])('a schema of %s has the name of its form', (_, schema, type) => {
    const schemas = { Named: named, Holder: { properties: { held: schema } } }
    const context = createContext({ components: { schemas } }, [{ name: 'Named', at: 'Named' }])
    expect(declarationOf(context, { name: 'Holder', at: 'Holder' })).toContain(`readonly "held"?: ${type}\n`)
  })

  it('a name stands for a parameter or for a place inside a component', () => {
    const schemas = { List: { properties: { items: { type: 'array', items: { anyOf: [named, { type: 'null' }] } } } } }
    const parameters = { markets: { schema: { enum: ['winner', 'all'] } } }
    const context = createContext({ components: { schemas, parameters } }, [{ name: 'Item', at: 'List.items[]' }])
    const of = (at: string): string => declarationOf(context, { name: 'Example', at })
    expect(of('markets')).toBe('export type Example = "winner" | "all"')
    expect(of('List.items[]')).toBe('export interface Example {\nreadonly "id": number\n}')
    expect(of('List')).toContain('readonly (Item | null)[]')
    expect(() => of('List.things')).toThrow('List.things: not in the document')
  })

  it('a name stands for a wider form in a further place, and for a type that is written out', () => {
    const schemas = { Narrow: { enum: [1, 3] }, Wide: { properties: { bestOf: whole } } }
    const names = [{ name: 'BestOf', at: 'Narrow', also: 'Wide.bestOf' }]
    const context = createContext({ components: { schemas } }, names)
    expect(declarationOf(context, { name: 'Wide', at: 'Wide' })).toContain('"bestOf"?: BestOf')
    expect(declarationOf(context, { name: 'Open', at: 'Wide', type: 'string & {}' })).toContain('Open = string & {}')
  })

  it('a second name of one form is refused', () => {
    const names = ['One', 'Two'].map((name) => ({ name, at: name }))
    expect(() => createContext({ components: { schemas: { One: text, Two: text } } }, names)).toThrow(
      'Two: Two has the form of One',
    )
  })
})

describe('comments of fields', () => {
  it.each<[what: string, schema: Schema, comment: string]>([
    ['its description', { type: 'string', description: 'Absolute.' }, 'Absolute.'],
    ['its description beside null', { anyOf: [{ type: 'string', description: 'UTC.' }, { type: 'null' }] }, 'UTC.'],
    ['its range', { type: 'number', minimum: -1, maximum: 1 }, '-1 to 1.'],
    ['its lower bound alone', { type: 'number', minimum: -1 }, 'At least -1.'],
    ['its open bound', { type: 'number', exclusiveMinimum: 1, maximum: 1000 }, 'Above 1, at most 1000.'],
    ['its length in characters', { type: 'string', minLength: 1, maxLength: 80 }, '1-80 characters.'],
    ['its length in items', { type: 'array', items: text, maxItems: 5 }, 'At most 5 items.'],
    ['its default', { type: 'integer', enum: [1, 3], default: 3 }, '`3` by default.'],
    [
      'its range once, where the description has it too',
      { type: 'number', minimum: 0, maximum: 100, description: '0-100.' },
      '0-100.',
    ],
    ['its description without the end of a comment', { type: 'string', description: 'a */ b' }, 'a * / b'],
  ])('the comment of a field tells %s', (_, schema, comment) => {
    expect(written({ type: 'object', properties: { own: schema } })).toContain(`{\n/** ${comment} */\nreadonly "own"`)
  })

  it('a plain text, a count and a form with a name have no comment', () => {
    const share: Schema = { type: 'number', minimum: 0, maximum: 1 }
    const schema: Schema = { type: 'object', properties: { text, whole, share } }
    expect(written(schema, { Share: share })).not.toContain('/**')
  })

  it('a long description is broken into lines', () => {
    const schema: Schema = { type: 'string', description: `${'word '.repeat(30)}end` }
    expect(written(schema)).toMatch(
      /^\/\*\*\n \* (word ?){22}\n \* (word ){8}end\n \*\/\nexport type Example = string$/,
    )
  })
})
