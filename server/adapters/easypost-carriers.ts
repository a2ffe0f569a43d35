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
  unitedparcelservice: 'UPS',
  unitedstatespostalservice: 'USPS',
  uspostalservice: 'USPS',
  federalexpress: 'FedEx',
  dhlecommerce: 'DHLEcs',
}

/** Letters and digits alone: people write 'U.S.P.S.', 'UPS ' and 'Royal Mail'. */
const plain = (carrier: string) => carrier.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const byPlain = new Map(names.map((name) => [plain(name), name]))

/** EasyPost's name of a carrier as people write it; an unknown one as it is written. */
export const carrierName = (carrier: string): string =>
  byPlain.get(plain(carrier)) ?? written[plain(carrier)] ?? carrier.trim()
