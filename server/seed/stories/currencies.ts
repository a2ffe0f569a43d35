import { days, type Story } from './stage.ts'

/** Three sellers who are paid in their own money: a cancelled sale in euros, a payout due in yen, and a sent one in dinars. */
export const salesInOtherCurrencies: Story = (s) => {
  const buyer = s.person('Marta Vilhelmsson', 'SE', days(400))
  const [lisbon, osaka, kuwait] = [
    s.person('Duarte Falcão', 'PT', days(700)),
    s.person('Haruka Morimoto', 'JP', days(520)),
    s.person('Yousef Al-Mutairi', 'KW', days(310)),
  ]
  const free = { shipping_cost: 0 }
  const tiles = s.lists(
    lisbon,
    'lamp',
    'Tile lamp from Lisbon',
    62_000,
    days(40),
    'Made of six old tiles.',
    free,
  )
  s.buys(buyer, tiles, days(30), { currency: 'EUR', status: 3 })
  const camera = s.lists(
    osaka,
    'camera',
    'Half-frame camera, 1964',
    48_000,
    days(25),
    'The shutter is exact at each speed.',
    free,
  )
  const yen = s.buys(buyer, camera, days(9), { currency: 'JPY' })
  s.ships(yen, days(8.5), 'FedEx')
  s.arrives(yen, days(1))
  const watch = s.lists(
    kuwait,
    'watch',
    'Regatta watch on a steel bracelet',
    95_500,
    days(60),
    'Serviced in spring, with the papers.',
    free,
  )
  const dinars = s.buys(buyer, watch, days(50), { currency: 'KWD', status: 1, payout_status: 1 })
  s.ships(dinars, days(49), 'DHL')
  s.arrives(dinars, days(44))
}
