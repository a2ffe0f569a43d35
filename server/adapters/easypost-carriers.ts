import { codeOf } from '@portreeve/contract/base/plain-text'

/** EasyPost's names of carriers that it tracks. */
const names = [
  ...['APC', 'Aramex', 'Asendia', 'AustraliaPost', 'BetterTrucks', 'BPost', 'CanadaPost', 'Canpar'],
  ...[
    'ChronoPost',
    'ColisPrive',
    'Correos',
    'CorreosExpress',
    'CourierPlease',
    'DeutschePost',
    'DHL',
    'DHLEcs',
  ],
  ...[
    'DHLExpress',
    'DHLPaket',
    'DPD',
    'DPDUK',
    'Estafeta',
    'Evri',
    'FedEx',
    'FedExMailview',
    'FedExSmartPost',
  ],
  ...[
    'GLS',
    'GSO',
    'Hermes',
    'InterlinkExpress',
    'JPPost',
    'LaPoste',
    'LaserShip',
    'LSO',
    'Omniva',
    'OnTrac',
  ],
  ...[
    'OSM',
    'Parcelforce',
    'PostNL',
    'PostNord',
    'Purolator',
    'RoyalMail',
    'SFExpress',
    'SpeeDee',
    'StarTrack',
  ],
  ...['TForce', 'UDS', 'UPS', 'UPSMailInnovations', 'USPS', 'Veho', 'Yanwen'],
]
/** What people write for some of them. */
const written: Readonly<Record<string, string>> = {
  UNITEDPARCELSERVICE: 'UPS',
  UNITEDSTATESPOSTALSERVICE: 'USPS',
  USPOSTALSERVICE: 'USPS',
  FEDERALEXPRESS: 'FedEx',
  DHLECOMMERCE: 'DHLEcs',
}

/** People write 'U.S.P.S.', 'UPS ' and 'Royal Mail'. */
const byCode = new Map(names.map((name) => [codeOf(name), name]))

/** EasyPost's name of a carrier as people write it; an unknown one as it is written. */
export const carrierName = (carrier: string): string =>
  byCode.get(codeOf(carrier)) ?? written[codeOf(carrier)] ?? carrier.trim()

/** What people write for the carrier that a text names, as `codeOf` has it. */
export const carrierCodes = (carrier: string): string[] => {
  const name = carrierName(carrier)
  const others = Object.keys(written).filter((code) => written[code] === name)
  return [...new Set([codeOf(carrier), codeOf(name), ...others])]
}
