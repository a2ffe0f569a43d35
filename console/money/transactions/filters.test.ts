import { describe, expect, it } from 'vitest'
import { isDay } from '../../format/days.ts'
import { filterOf, isSearched, orderFilterOf, readSearch } from './filters.ts'

describe('readSearch', () => {
  it('keeps valid filters and drops all others', () => {
    expect(
      readSearch({
        cancel_risk: 'true',
        status: '2',
        shipping: '3',
        payout: '2',
        dispute: 'open',
        person: 'abc',
        from: '2026-01-05',
        to: '2026-02-01',
        min: '5',
        max: '$1,000.00',
        other: 'x',
      }),
    ).toEqual({
      cancel_risk: 'true',
      status: '2',
      shipping: '3',
      payout: '2',
      dispute: 'open',
      person: 'abc',
      from: '2026-01-05',
      to: '2026-02-01',
      min: '5',
      max: '$1,000.00',
    })
    expect(
      readSearch({ cancel_risk: 'yes', status: '9', dispute: 'x', from: '2026-02-30', to: '', min: 7 }),
    ).toEqual({})
  })

  it('rejects a year that is only half typed', () => {
    expect(isDay('0202-01-05')).toBe(false)
    expect(isDay('2026-01-05')).toBe(true)
  })
})

describe('filterOf', () => {
  it('[API-36] [API-37] requests 100 rows, and only risky ones if chosen', () => {
    expect(filterOf({})).toEqual({ limit: '100' })
    expect(filterOf({ cancel_risk: 'true' })).toEqual({ limit: '100', cancel_risk: 'true' })
  })

  it('sends dollars as cents, and drops invalid amounts', () => {
    expect(filterOf({ min: '0.29', max: '$1,000.00' })).toMatchObject({ min: '29', max: '100000' })
    expect(filterOf({ min: 'abc', max: '-5' })).toEqual({ limit: '100' })
  })

  it('includes the last day', () => {
    expect(filterOf({ from: '2026-01-31', to: '2026-01-31' })).toMatchObject({
      from: '2026-01-31T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
    })
  })

  it("sends states under the server's names", () => {
    expect(filterOf({ status: '1', shipping: '2', payout: '1', dispute: 'none' })).toEqual({
      limit: '100',
      status: '1',
      shipping_status: '2',
      payout_status: '1',
      dispute: 'none',
    })
  })
})

describe('the search of the desk', () => {
  it('is used for a term, an order, a state or a name; the specification has none of them', () => {
    expect(isSearched({ status: '1', cancel_risk: 'true', min: '5' })).toBe(false)
    for (const search of [{ q: 'bike' }, { sort: 'price' }, { state: 'late' }, { person: 'Ana' }])
      expect(isSearched(search)).toBe(true)
  })

  it('sends term, state, name and order with the other filters', () => {
    expect(
      orderFilterOf({ q: 'bike', state: 'late', person: ' Ana ', sort: 'price-asc', status: '2' }),
    ).toEqual({
      limit: '100',
      query: 'bike',
      state: 'late',
      person: 'Ana',
      status: '2',
      sort: 'price',
      direction: 'asc',
    })
    expect(readSearch({ q: 'bike', sort: 'age', state: 'held' })).toEqual({
      q: 'bike',
      sort: 'age',
      state: 'held',
    })
    expect(readSearch({ sort: 'sideways', state: 'odd', q: '' })).toEqual({})
  })
})
