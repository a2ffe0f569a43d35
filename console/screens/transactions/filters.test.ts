import { describe, expect, it } from 'vitest'
import { isDay } from '../../format/days.ts'
import { filterOf, readSearch } from './filters.ts'

describe('readSearch', () => {
  it('keeps what can be chosen and nothing else', () => {
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

  it('takes no year that is only half typed', () => {
    expect(isDay('0202-01-05')).toBe(false)
    expect(isDay('2026-01-05')).toBe(true)
  })
})

describe('filterOf', () => {
  it('[API-36] [API-37] asks for 100, and for the risky ones only when chosen', () => {
    expect(filterOf({})).toEqual({ limit: '100' })
    expect(filterOf({ cancel_risk: 'true' })).toEqual({ limit: '100', cancel_risk: 'true' })
  })

  it('sends dollars as cents, and no amount that is none', () => {
    expect(filterOf({ min: '0.29', max: '$1,000.00' })).toMatchObject({ min: '29', max: '100000' })
    expect(filterOf({ min: 'abc', max: '-5' })).toEqual({ limit: '100' })
  })

  it('counts the last day in whole', () => {
    expect(filterOf({ from: '2026-01-31', to: '2026-01-31' })).toMatchObject({
      from: '2026-01-31T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
    })
  })

  it('sends states and person as the server names them', () => {
    expect(filterOf({ status: '1', shipping: '2', payout: '1', dispute: 'none', person: ' uid ' })).toEqual({
      limit: '100',
      status: '1',
      shipping_status: '2',
      payout_status: '1',
      dispute: 'none',
      person: 'uid',
    })
  })
})
