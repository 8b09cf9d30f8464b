import type { Business } from '@postloom/contracts';
import { Sparkles, Store } from 'lucide-react';
import { Link } from 'wouter';
import { timeZoneText } from '#lib/time-zones.ts';
import { Button, Card, CardBody, CardHeader, EmptyState } from '#ui/index.ts';
import { industryLabel, isCustomised } from '../industry.ts';
import { businessCardTexts } from '../card-texts.ts';
import { toneLabels } from '../tones.ts';
import { BusinessFacts } from './business-facts.tsx';

/** For whom everything on the page is. */
export function ActiveBusinessCard({ business }: { business: Business }) {
  return (
    <Card aria-labelledby="active-business" className="flex flex-wrap items-center gap-4 p-5">
      <Store className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="grid flex-1 basis-48 gap-0.5">
        <h2 id="active-business" className="text-sm text-muted">
          Active Business
        </h2>
        <p className="font-bold">{business.name}</p>
        <p className="text-sm text-muted">
          {[industryLabel(business), business.businessLocation].filter(Boolean).join(' · ')}
        </p>
      </div>
    </Card>
  );
}

/** Asks for the profile while it is empty, and shows the way to it afterwards. */
export function AiCustomizationBanner({ business }: { business: Business }) {
  const done = isCustomised(business);
  return (
    <Card aria-label="AI customization" className="flex flex-wrap items-center gap-4 bg-woad-soft p-5">
      <Sparkles className="size-6 shrink-0 text-woad" aria-hidden="true" />
      <div className="grid flex-1 basis-48 gap-0.5">
        <p className="font-bold">{done ? businessCardTexts.know : businessCardTexts.knowNothing}</p>
        <p className="text-sm text-muted">
          {done ? businessCardTexts.voice(toneLabels[business.businessTone].toLowerCase()) : businessCardTexts.tellUs}
        </p>
      </div>
      <Button asChild variant={done ? 'secondary' : 'primary'}>
        <Link href="/business-settings">Customize</Link>
      </Button>
    </Card>
  );
}

/** 'Business Profile' of the settings page. */
export function BusinessProfileCard({ business, onCreate }: { business: Business | null; onCreate(): void }) {
  if (!business) {
    return (
      <Card aria-labelledby="business-profile">
        <CardHeader id="business-profile" title="Business Profile" />
        <EmptyState
          title="No businesses yet"
          pattern="businesses"
          action={<Button onClick={onCreate}>Create Business Profile</Button>}
        />
      </Card>
    );
  }
  const facts = [
    ['Name', business.name],
    ['Industry', industryLabel(business)],
    ['Brand tone', toneLabels[business.businessTone]],
    ['Location', business.businessLocation ?? 'Not set'],
    ['Time zone', timeZoneText(business.timeZone)],
  ] as const;
  return (
    <Card aria-labelledby="business-profile">
      <CardHeader
        id="business-profile"
        title="Business Profile"
        action={
          <Button asChild variant="secondary" size="sm">
            <Link href="/business-settings?tab=general">Edit</Link>
          </Button>
        }
      />
      <CardBody>
        <BusinessFacts facts={facts} />
      </CardBody>
    </Card>
  );
}
