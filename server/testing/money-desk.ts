import { api } from '@portreeve/contract'
import type { Money } from '@portreeve/contract/money/money'
import { moneyAccounts } from '@portreeve/contract/money/money'
import { afterEach, beforeAll, expect } from 'vitest'
import { checkLedger } from '../money/ledger/ledger-check.ts'
import { lookAtLabelRefunds } from '../money/orders/label-refunds.ts'
import { useServer } from './harness.ts'
import { settleAll as settle } from './settling.ts'
import { useVendors } from './vendors.ts'

const { transactions, disputes } = api

interface Made {
  seller?: string
  status?: number
  shipping_status?: number
  payout_status?: number
  paid?: boolean
  label?: boolean
}

/** A server with a seller, a buyer and the sandbox's vendors, and the calls of finance on its transactions. */
export function useMoneyDesk() {
  const vendors = useVendors()
  const mails: { to: string; subject: string; text: string }[] = []
  const s = useServer({
    payments: vendors.payments,
    shipping: vendors.shipping,
    mail: {
      send: async (mail) => {
        mails.push(mail)
        return `<${mail.key}>`
      },
    },
    settings: { payoutDelay: 0 },
  })

  beforeAll(async () => {
    await s.addUser({ uid: 'seller', email: 'seller@example.com', stripe_connect_id: 'acct_seller' })
    await s.addUser({ uid: 'poor-seller', stripe_connect_id: null })
    await s.addUser({ uid: 'buyer', email: 'buyer@example.com' })
  })

  /** Creates an order of one transaction of $20.00 + $5.00 shipping, registered at the provider. */
  async function make(id: string, made: Made = {}) {
    const { seller = 'seller', paid = true, label = false, ...states } = made
    await s.make.sale(id, { seller_uid: seller, shipping_cost: 500, ...states })
    if (!paid) await s.query('update orders set status = 2 where id = $1', [`o-${id}`])
    if (label) await s.make.label({ id: `label-${id}`, transaction_id: id, ep_shipment_id: `shp_${id}` })
    await vendors.know([
      {
        payment_intent: `pi_${id}`,
        amount: 2500,
        transfers:
          states.payout_status === 1
            ? [{ transfer_group: id, destination: 'acct_seller', amount: label ? 2000 : 2500 }]
            : [],
      },
    ])
  }

  const money = async (id: string): Promise<Money> =>
    (await s.call('finance', transactions.money, { params: { id } })).body.data
  const strip = async (id: string) => {
    const all = await money(id)
    return Object.fromEntries(
      moneyAccounts.map((account) => [account, all[account]]).filter(([, cents]) => cents !== 0),
    )
  }
  const refund = (id: string, amount: number, left_seen?: number) =>
    s.call('finance', transactions.refund, {
      params: { id },
      body: left_seen === undefined ? { amount } : { amount, left_seen },
    })
  const cancel = (id: string, charge_seller: 'true' | 'false' = 'false') =>
    s.call('finance', transactions.cancel, {
      params: { id },
      query: { charge_seller, show_cancellation_in_seller_reviews: 'true' },
    })
  const openDispute = (id: string) =>
    s.call('finance', disputes.open, {
      params: { id },
      body: { dispute_type: 2, creator_uid: 'buyer', purchase_transaction: id },
    })
  const get = async (id: string) => (await s.call('finance', transactions.get, { params: { id } })).body.data
  const settleAll = () => settle(s)
  /** The carriers answer the requested refunds of labels, and the server looks. @param rejected shipments */
  const carriersAnswer = async (rejected: string[] = []) => {
    await vendors.post('/easypost/carriers/answer', { rejected })
    await s.query(
      "update ship_labels set refund_due_at = now() - interval '1 second' where refund_due_at is not null",
    )
    await lookAtLabelRefunds(s.ctx)
  }

  /** After every test the ledger balances and equals the provider's own figures. */
  afterEach(async () => {
    await vendors.set('stripe', 'ok')
    await vendors.set('easypost', 'ok')
    await settleAll()
    expect((await checkLedger(s.ctx.database.db, s.ctx.payments)).faults).toEqual([])
  })
  return {
    s,
    vendors,
    mails,
    make,
    money,
    strip,
    refund,
    cancel,
    openDispute,
    get,
    settleAll,
    carriersAnswer,
  }
}
