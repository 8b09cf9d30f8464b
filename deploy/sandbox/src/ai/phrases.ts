import type { Look } from './look.ts';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'ja' | 'ar';
export type Style = 'professional' | 'casual' | 'artistic' | 'promotional';

export const trades = [
  { trade: 'realestate', named: /real estate|propert/i },
  { trade: 'restaurant', named: /food|restaurant|bak|caf/i },
  { trade: 'fitness', named: /fitness|gym|yoga/i },
  { trade: 'beauty', named: /beauty|salon/i },
  { trade: 'photography', named: /photo/i },
  { trade: 'retail', named: /commerce|retail|shop/i },
  { trade: 'healthcare', named: /healthcare|medical/i },
  { trade: 'construction', named: /construction|home serv/i },
  { trade: 'professional', named: /professional serv/i },
  { trade: 'events', named: /event/i },
] as const;
export type Trade = (typeof trades)[number]['trade'] | 'other';

/**
 * What a caption is made of in a language. A sentence takes any of the things that a trade is about, so they stand where no case and no gender shows: `{t}`,
 * at the beginning of a sentence `{T}`, and `{b}` for the business.
 */
interface Phrases {
  readonly openings: Readonly<Record<Style, readonly string[]>>;
  readonly closings: Readonly<Record<Style, readonly string[]>>;
  readonly things: Readonly<Record<Trade, readonly [string, string]>>;
  /** Of the picture's light; `{tones}` are its colors. */
  readonly light: Readonly<Record<Look['light'], string>>;
  /** In the place of a business without a name. */
  readonly us: string;
  /** Hashtags of any picture. */
  readonly tags: readonly string[];
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    openings: {
      professional: [
        'What matters at {b}: {t}, and the time it takes to get there.',
        'A look at how we work at {b}: {t}, down to the last detail.',
        'Every day at {b} we work toward one thing: {t}.',
      ],
      casual: [
        '{T}? Yes, please. That is what we love at {b}.',
        'Just a regular day at {b} and, right in the middle of it, {t}.',
        'This made us smile at {b}: {t}, plain and simple.',
      ],
      artistic: [
        '{T}, and a little silence around it. Seen at {b}.',
        'For a moment everything at {b} held still. What stayed: {t}.',
        'First the light, then the shape, then {t}: a moment at {b}.',
      ],
      promotional: [
        'Looking for {t}? You will find it at {b}.',
        'Treat yourself: {t}, the way it should be, at {b}.',
        'What waits for you at {b}: {t}, and people who take their time.',
      ],
    },
    closings: {
      professional: [
        'We look forward to welcoming you.',
        'Talk to us about what you have in mind.',
        'Ask us anything, we are happy to help.',
      ],
      casual: ['Come by and say hello.', 'See you soon?', 'Tell us what you noticed first.'],
      artistic: [
        'Look again: it changes with every glance.',
        'Some things are better felt than explained.',
        'A frame, a pause, a breath.',
      ],
      promotional: [
        'Send us a message and we will take it from there.',
        'Come by and see for yourself.',
        'Get in touch today.',
      ],
    },
    things: {
      restaurant: ['good food', 'a table worth staying at'],
      fitness: ['steady progress', 'a strong session'],
      beauty: ['careful work', 'a fresh look'],
      realestate: ['a place to come home to', 'a good address'],
      photography: ['the right moment', 'a picture worth keeping'],
      retail: ['a good find', 'something worth unpacking'],
      healthcare: ['good care', 'time to listen'],
      construction: ['solid work', 'a job done right'],
      professional: ['clear advice', 'careful preparation'],
      events: ['a day to remember', 'a well-planned celebration'],
      other: ['good work', 'care in every step'],
    },
    light: {
      bright: 'Bright and open, in {tones}.',
      soft: 'Soft daylight and {tones} do the rest.',
      dim: 'Low light, {tones}, no rush at all.',
      dark: 'A dark frame, with {tones} at its heart.',
    },
    us: 'our place',
    tags: ['behind the scenes', 'small business', 'made with care', 'support local'],
  },
  de: {
    openings: {
      professional: [
        'Worauf es bei {b} ankommt: {t} und die Ruhe, sich Zeit dafür zu nehmen.',
        'Ein Blick in unsere Arbeit bei {b}: {t}, bis ins Detail.',
        'Jeden Tag arbeiten wir bei {b} auf eines hin: {t}.',
      ],
      casual: [
        '{T}? Gern, und am liebsten bei {b}.',
        'Ein ganz normaler Tag bei {b}, und mittendrin: {t}.',
        'Das hat uns bei {b} ein Lächeln geschenkt: {t}, einfach so.',
      ],
      artistic: [
        '{T}, und ein wenig Stille darum herum. Gesehen bei {b}.',
        'Einen Moment lang stand bei {b} alles still. Was blieb: {t}.',
        'Erst das Licht, dann die Form, dann {t}: ein Augenblick bei {b}.',
      ],
      promotional: [
        '{T} gesucht? Bei {b} seid ihr richtig.',
        'Gönnt euch das: {t}, und zwar bei {b}.',
        'Was euch bei {b} erwartet: {t} und Menschen, die sich Zeit für euch nehmen.',
      ],
    },
    closings: {
      professional: ['Sprecht uns gern an.', 'Wir beraten euch gern.', 'Wir freuen uns auf eure Fragen.'],
      casual: ['Kommt vorbei und sagt hallo.', 'Bis bald bei uns?', 'Was ist euch zuerst aufgefallen?'],
      artistic: ['Schaut ruhig zweimal hin.', 'Mehr braucht es nicht.', 'Manches muss man nicht erklären.'],
      promotional: [
        'Schaut bei uns vorbei.',
        'Wir freuen uns auf euren Besuch.',
        'Schreibt uns, wir kümmern uns um den Rest.',
      ],
    },
    things: {
      restaurant: ['gutes Essen', 'ehrliche Küche'],
      fitness: ['gutes Training', 'neue Kraft'],
      beauty: ['sorgfältige Arbeit', 'ein frischer Look'],
      realestate: ['ein Zuhause', 'eine gute Adresse'],
      photography: ['der richtige Moment', 'ein bleibendes Bild'],
      retail: ['ein guter Fund', 'ein neues Lieblingsstück'],
      healthcare: ['gute Betreuung', 'Zeit zum Zuhören'],
      construction: ['solide Arbeit', 'echtes Handwerk'],
      professional: ['klarer Rat', 'gute Vorbereitung'],
      events: ['ein unvergesslicher Tag', 'ein gelungenes Fest'],
      other: ['gute Arbeit', 'Sorgfalt bei jedem Schritt'],
    },
    light: {
      bright: 'Helles Licht und klare Farben.',
      soft: 'Weiches Tageslicht macht den Rest.',
      dim: 'Gedämpftes Licht, und keine Eile.',
      dark: 'Ein dunkler Grund, auf dem alles andere leuchtet.',
    },
    us: 'uns',
    tags: ['mitliebegemacht', 'ausderregion', 'hinterdenkulissen'],
  },
  es: {
    openings: {
      professional: [
        'Lo que importa en {b}: {t} y el tiempo que hace falta.',
        'Así trabajamos en {b}: {t}, hasta el último detalle.',
        'Cada día en {b} trabajamos para una sola cosa: {t}.',
      ],
      casual: [
        '¿{T}? Siempre, y más si es en {b}.',
        'Un día cualquiera en {b} y, en medio de todo, {t}.',
        'Esto nos ha sacado una sonrisa en {b}: {t}, sin más.',
      ],
      artistic: [
        '{T}, y un poco de silencio alrededor. Visto en {b}.',
        'Por un instante todo se detuvo en {b}. Lo que quedó: {t}.',
        'Primero la luz, luego la forma y al final {t}: un momento en {b}.',
      ],
      promotional: [
        '¿Buscáis {t}? Os esperamos en {b}.',
        'Daos un gusto: {t}, como tiene que ser, en {b}.',
        'Lo que os espera en {b}: {t} y gente que se toma su tiempo.',
      ],
    },
    closings: {
      professional: [
        'Estamos aquí para lo que necesitéis.',
        'Os atendemos con mucho gusto.',
        'Contadnos qué tenéis en mente.',
      ],
      casual: ['Pasad a saludar cuando queráis.', '¿Nos vemos pronto?', '¿Qué os ha llamado la atención primero?'],
      artistic: ['Mirad otra vez, sin prisa.', 'Para mirar en silencio.', 'Hay cosas que no hace falta explicar.'],
      promotional: ['Venid a vernos.', 'Tenemos las puertas abiertas.', 'Escribidnos y nos ocupamos del resto.'],
    },
    things: {
      restaurant: ['buena comida', 'una cocina honesta'],
      fitness: ['un buen entrenamiento', 'energía nueva'],
      beauty: ['un trabajo cuidado', 'un aire nuevo'],
      realestate: ['un hogar', 'una buena dirección'],
      photography: ['el momento justo', 'una foto para guardar'],
      retail: ['un buen hallazgo', 'una pieza con encanto'],
      healthcare: ['una atención cercana', 'tiempo para escuchar'],
      construction: ['un trabajo sólido', 'un oficio bien aprendido'],
      professional: ['un consejo claro', 'una buena preparación'],
      events: ['un día inolvidable', 'una fiesta redonda'],
      other: ['un trabajo bien hecho', 'cuidado en cada paso'],
    },
    light: {
      bright: 'Mucha luz y colores limpios.',
      soft: 'La luz suave hace el resto.',
      dim: 'Luz tenue y ninguna prisa.',
      dark: 'Un fondo oscuro en el que todo lo demás brilla.',
    },
    us: 'nuestra casa',
    tags: ['hechoconcariño', 'comerciolocal', 'detrásdecámaras'],
  },
  fr: {
    openings: {
      professional: [
        'Ce qui compte chez {b} : {t}, et le temps qu’il faut pour y arriver.',
        'Un regard sur notre métier chez {b} : {t}, jusque dans les détails.',
        'Chaque jour, chez {b}, nous travaillons pour une seule chose : {t}.',
      ],
      casual: [
        '{T} ? Toujours, surtout chez {b}.',
        'Une journée comme les autres chez {b} et, au milieu, {t}.',
        'Ce qui nous a fait sourire chez {b} : {t}, tout simplement.',
      ],
      artistic: [
        '{T}, et un peu de silence autour. Vu chez {b}.',
        'Un instant, tout s’est arrêté chez {b}. Ce qui est resté : {t}.',
        'D’abord la lumière, puis la forme, puis {t} : un moment chez {b}.',
      ],
      promotional: [
        'Vous cherchez {t} ? C’est chez {b}.',
        'Faites-vous plaisir : {t}, comme on l’aime chez {b}.',
        'Ce qui vous attend chez {b} : {t} et une équipe qui prend son temps.',
      ],
    },
    closings: {
      professional: [
        'Nous sommes à votre écoute.',
        'Parlons de ce qu’il vous faut.',
        'Posez-nous toutes vos questions.',
      ],
      casual: ['Passez nous dire bonjour.', 'On se voit bientôt ?', 'Qu’avez-vous remarqué en premier ?'],
      artistic: [
        'Regardez encore, sans vous presser.',
        'À regarder sans bruit.',
        'Certaines choses se passent d’explication.',
      ],
      promotional: [
        'Venez nous voir.',
        'Nous vous attendons avec plaisir.',
        'Écrivez-nous, nous nous occupons du reste.',
      ],
    },
    things: {
      restaurant: ['une bonne assiette', 'une cuisine sincère'],
      fitness: ['une bonne séance', 'une énergie nouvelle'],
      beauty: ['un travail soigné', 'une mine fraîche'],
      realestate: ['un vrai chez-soi', 'une bonne adresse'],
      photography: ['le bon moment', 'une image à garder'],
      retail: ['une belle trouvaille', 'un coup de cœur'],
      healthcare: ['une écoute attentive', 'un soin bienveillant'],
      construction: ['un travail solide', 'un chantier soigné'],
      professional: ['un conseil clair', 'une bonne préparation'],
      events: ['une journée inoubliable', 'une belle fête'],
      other: ['un travail bien fait', 'le soin de chaque étape'],
    },
    light: {
      bright: 'Une belle clarté et des couleurs franches.',
      soft: 'Une lumière douce fait le reste.',
      dim: 'Une lumière tamisée, et aucune hâte.',
      dark: 'Un fond sombre où tout le reste s’éclaire.',
    },
    us: 'nous',
    tags: ['faitavecamour', 'commercelocal', 'encoulisses'],
  },
  ja: {
    openings: {
      professional: [
        '{b}が大切にしているのは、{t}です。細部まで手を抜きません。',
        '{b}の仕事をご紹介します。心がけているのは、{t}です。',
        '{b}では、{t}のために毎日ていねいに積み重ねています。',
      ],
      casual: [
        '{b}のいつもの一日。まんなかにあるのは、{t}です。',
        '{t}、お好きですか。{b}のみんなは大好きです。',
        '{b}で思わず笑顔になりました。理由は、{t}です。',
      ],
      artistic: [
        '{t}。そのまわりの静けさごと、{b}で見つけました。',
        '一瞬、{b}の時間が止まりました。残ったのは、{t}です。',
        '光、かたち、そして{t}。{b}でのひとときです。',
      ],
      promotional: [
        '{t}をお探しなら、{b}へどうぞ。',
        '自分へのごほうびに、{t}はいかがですか。{b}でご用意しています。',
        '{b}でお迎えするのは、{t}と、時間を惜しまないスタッフです。',
      ],
    },
    closings: {
      professional: ['お気軽にご相談ください。', 'ご要望をお聞かせください。', 'どんなことでもお尋ねください。'],
      casual: ['ぜひ遊びに来てくださいね。', 'また近いうちに会いましょう。', '最初に目に入ったのは何ですか。'],
      artistic: [
        'もう一度、ゆっくり眺めてみてください。',
        '心に残るひとときを。',
        '言葉にしなくても伝わるものがあります。',
      ],
      promotional: [
        'ぜひお立ち寄りください。',
        'みなさまのお越しをお待ちしております。',
        'まずはメッセージをお送りください。',
      ],
    },
    things: {
      restaurant: ['おいしい料理', '心のこもったひと皿'],
      fitness: ['着実な積み重ね', '気持ちのよいトレーニング'],
      beauty: ['ていねいな仕上がり', '新しい印象'],
      realestate: ['帰りたくなる住まい', '心地よい暮らし'],
      photography: ['その一瞬', '残したくなる一枚'],
      retail: ['うれしい出会い', 'お気に入りの一品'],
      healthcare: ['安心できるケア', 'ゆっくり話を聞く時間'],
      construction: ['確かな仕事', 'ていねいな施工'],
      professional: ['わかりやすい助言', '万全の準備'],
      events: ['忘れられない一日', '心に残るお祝い'],
      other: ['ていねいな仕事', 'ひと手間の心づかい'],
    },
    light: {
      bright: '明るい光のなかで。',
      soft: 'やわらかな光に包まれて。',
      dim: '落ち着いた明かりのもとで。',
      dark: '深い影が、かたちを引き立てます。',
    },
    us: '当店',
    tags: ['心をこめて', '地元のお店', '日々のこと'],
  },
  ar: {
    openings: {
      professional: [
        'ما يهمنا في {b}: {t}، مع العناية بكل تفصيل.',
        'نظرة على عملنا في {b}: {t}، خطوة بعد خطوة.',
        'كل يوم في {b} نعمل من أجل شيء واحد: {t}.',
      ],
      casual: [
        'يوم عادي في {b}، وفي وسطه {t}.',
        'ما رأيكم في {t}؟ نحن في {b} نحب ذلك كثيرا.',
        'هذا ما رسم الابتسامة على وجوهنا في {b}: {t}.',
      ],
      artistic: [
        'لحظة هدوء في {b}: {t}، ولا شيء غير ذلك.',
        'للحظة توقف كل شيء في {b}. وما بقي: {t}.',
        'الضوء أولا، ثم الشكل، ثم {t}: لحظة في {b}.',
      ],
      promotional: [
        'تبحثون عن {t}؟ ستجدون ذلك في {b}.',
        'دللوا أنفسكم: {t} كما تحبون في {b}.',
        'ما ينتظركم في {b}: {t} وفريق يمنحكم وقته.',
      ],
    },
    closings: {
      professional: ['يسعدنا تواصلكم معنا.', 'نحن في خدمتكم دائما.', 'حدثونا عما تفكرون فيه.'],
      casual: ['مروا بنا وسلموا علينا.', 'نراكم قريبا؟', 'ما أول ما لفت نظركم؟'],
      artistic: ['انظروا مرة أخرى على مهل.', 'لحظة تبقى في البال.', 'بعض الأشياء لا تحتاج إلى شرح.'],
      promotional: ['زورونا قريبا.', 'ننتظركم بكل سرور.', 'راسلونا ونهتم نحن بالباقي.'],
    },
    things: {
      restaurant: ['طعام طيب', 'مطبخ صادق'],
      fitness: ['تمرين جيد', 'طاقة جديدة'],
      beauty: ['عمل متقن', 'إطلالة جديدة'],
      realestate: ['بيت يشبهكم', 'عنوان مميز'],
      photography: ['اللحظة المناسبة', 'صورة تستحق أن تبقى'],
      retail: ['اختيار موفق', 'قطعة تحبونها'],
      healthcare: ['رعاية طيبة', 'وقت للإصغاء'],
      construction: ['عمل متين', 'صنعة دقيقة'],
      professional: ['نصيحة واضحة', 'تحضير جيد'],
      events: ['يوم لا ينسى', 'احتفال جميل'],
      other: ['عمل متقن', 'عناية في كل خطوة'],
    },
    light: {
      bright: 'ضوء ساطع وألوان صافية.',
      soft: 'وضوء ناعم يكمل المشهد.',
      dim: 'إضاءة هادئة ولا داعي للعجلة.',
      dark: 'خلفية داكنة تبرز كل ما أمامها.',
    },
    us: 'محلنا',
    tags: ['صنع_بحب', 'متجر_محلي', 'خلف_الكواليس'],
  },
};
