// Generated from the contract of the service by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State summaries
         * @description One summary for each of the 50 states, by name. `count` is the number of states in the response. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `name` ascending, then `id`.
         */
        get: operations["getStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/states/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One state
         * @description The state with its program pages, awards by year and the 10 most recent documents. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getStatesByCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/awards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Award rows
         * @description Awards to organizations by states, or directly by federal agencies: verified rows without duplicates, and on request those that are on file but not verified. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `fiscalYear` descending, `federalAmount` descending, then `id`.
         */
        get: operations["getAwards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/awards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One award
         * @description The award row with this id, and its `history`: when it was published, verified and changed, with the values before and after. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getAwardsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents with extracted fields
         * @description Documents of the program, most recently discovered first. For active solicitations with structured deadlines, use opportunities. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), Atom (`.atom`), JSON Feed (`.jsonfeed`). Choose one with an extension in the path or its media type in Accept. Default order: `discovered` descending, then `id`.
         */
        get: operations["getDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One document
         * @description The document with its description, budget, goals, milestones and strategy. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getDocumentsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Solicitations and funding notices
         * @description RFPs, RFAs, NOFOs, grants and award notices with normalized deadlines. All notices of one solicitation are merged into one record. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), iCalendar (`.ics`), Atom (`.atom`), JSON Feed (`.jsonfeed`). Choose one with an extension in the path or its media type in Accept. Order: `updatedAt` descending, then `id`.
         */
        get: operations["getOpportunities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opportunities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One opportunity
         * @description The opportunity with this id or slug. The ids of notices merged into it also work. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), iCalendar (`.ics`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getOpportunitiesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calendar events
         * @description Town halls, webinars and other events of the program. Soonest first with `from` or when filtered to UPCOMING and TODAY only, otherwise latest first. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), iCalendar (`.ics`), Atom (`.atom`), JSON Feed (`.jsonfeed`). Choose one with an extension in the path or its media type in Accept. Default order: `startAt` descending, then `id`.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event
         * @description The event with this id. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), iCalendar (`.ics`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getEventsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Program activities
         * @description How states use the program: the initiatives of their plans. Activities have a legacy category, so the seven categories new in taxonomy 1.0 match none. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `state` ascending, `fiscalYear` descending, `title` ascending, then `id`.
         */
        get: operations["getActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One activity
         * @description The activity with its description, its metrics and the federal list that names them. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getActivitiesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commitments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy commitments
         * @description The policies that states committed to change or adopt in their applications, for which the federal program gives points: scope of practice, licensure compacts, certificate of need, nutrition and others. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `state` ascending, `factor` ascending, `policy` ascending, then `id`.
         */
        get: operations["getCommitments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Change events
         * @description Changes across all states, newest first: send `type=ALL` for all of them. Program activities are at `/api/v1/activities`, and the values before and after each change at `/api/v1/changes`. With `since`, the events strictly after it, oldest first: increment `page` while `hasMore` is true to get each event exactly once. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), Atom (`.atom`), JSON Feed (`.jsonfeed`). Choose one with an extension in the path or its media type in Accept. Default order: `occurredAt` descending, then `id`.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Freshness and gaps
         * @description For each state, and last for national scope: its sources with the times of their last check and change, its number of records by kind, and known gaps. Free of charge. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `state` ascending, then `id`.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/allotments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Federal awards to states
         * @description Amounts that the federal program awarded to each state by fiscal year, with dollars per rural resident. For the awards that states make with this money, see awards. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`). Choose one with an extension in the path or its media type in Accept. Order: `fiscalYear` descending, `state` ascending, then `id`.
         */
        get: operations["getAllotments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes with values before and after
         * @description What the last 400 publications changed, record by record: created, updated (with each field before and after), removed or merged. Newest first; with `since` or `from` oldest first, so that paging forward misses nothing. Events of the change feed are included as CREATED records of `activity`.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Snapshot files
         * @description The whole dataset as files: every list as NDJSON, CSV, XLSX and Parquet, everything as one SQLite file, a data dictionary (`dictionary.csv`), and a Frictionless `datapackage.json`, with the SHA-256 of each. Text and SQLite also come compressed (gzip). XLSX, Parquet and SQLite have the newest 3,000 change events. The list is free of charge; a download counts as one request. The same files are at `/data` for people, without a key.
         */
        get: operations["getExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A snapshot file
         * @description One file of the snapshot by its name in the list of files. Supports ranges (`Range`, `If-Range`) and conditional requests; the entity tag changes only with the content. A download counts as one request. The response may be a redirect (307) to `/data`, where the file needs no key. Follow it with the same `Range` and `If-None-Match`.
         */
        get: operations["getExportsByFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions, vocabularies and limits
         * @description The dataset version, the time of the next publication, the number of records, the taxonomy with its aliases, the values of closed sets, and the limits of each plan. Free of charge.
         */
        get: operations["getMeta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage of your account
         * @description Usage of the key's account: this minute, this month, the last 12 months, and the last use of each key. Free of charge.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Signed addresses of your account
         * @description The signed addresses of the account, with the last use of each. Free of charge.
         */
        get: operations["getSubscriptions"];
        put?: never;
        /**
         * Create a signed address
         * @description Turns a query of a list and a format into a URL that needs no API key, for calendars, feed readers, spreadsheets and automations. It reads only that query in that format, until it is revoked. The address is shown only once. Free of charge; requests to the address are metered to the account.
         */
        post: operations["postSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a signed address
         * @description Revokes a signed address. It stops working everywhere within 30 seconds. Revoking it again changes nothing. Free of charge.
         */
        delete: operations["deleteSubscriptionsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/signed/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a signed address
         * @description The response to the query of a signed address, in its format. Needs no key and accepts no parameters. A full response counts as one request of the account; a 304 is free. Formats: JSON (`.json`), NDJSON (`.ndjson`), CSV (`.csv`), iCalendar (`.ics`), Atom (`.atom`), JSON Feed (`.jsonfeed`). Choose one with an extension in the path or its media type in Accept.
         */
        get: operations["getSignedByAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the documents
         * @description Full-text search over the documents, most relevant first, with an optional AI answer. If fewer than five documents have all words, the search is widened: function words become optional, misspelled words are corrected, and abbreviations, synonyms and the award rows of a document also match. If there are still fewer than five, documents with any significant word follow. `matched` tells how each document was found.
         */
        post: operations["postSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/common-grants/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opportunities in CommonGrants
         * @description All opportunities in the format of the CommonGrants protocol, version 0.4.0, most recently modified first. The records and ids are those of `/api/v1/opportunities`.
         */
        get: operations["getCommonGrantsOpportunities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/common-grants/opportunities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search opportunities in CommonGrants
         * @description Searches opportunities in the format of the CommonGrants protocol, with keywords, filters and sort order. An empty object finds all.
         */
        post: operations["postCommonGrantsOpportunitiesSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/common-grants/opportunities/{oppId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One opportunity in CommonGrants
         * @description One opportunity in the format of the CommonGrants protocol. The ids of notices merged into it also work.
         */
        get: operations["getCommonGrantsOpportunitiesByOppId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dataset at a glance
         * @description The size of the dataset. `totalStateAward` is the total that the program awarded to all states.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the service
         * @description Whether keyed requests can be served, and from which dataset. 503 when they cannot.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks of the account
         * @description The webhooks of the key's account, with the status of their latest deliveries. Free of charge.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description The response includes the signing secret, which is shown only once. The webhook receives later publications. 409 `WEBHOOKS_EXHAUSTED` when the plan allows no more webhooks. Free of charge.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description One webhook, with the status of its latest delivery. Free of charge.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description The webhook receives no more messages. Free of charge.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the URL or the filter, or disables or enables the webhook. Omitted fields stay as they are. A webhook that is enabled again receives later publications. Free of charge.
         */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/api/account/webhooks/{webhook}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description The response includes the new secret, which is shown only once. For 24 hours messages are signed with both secrets, then only with the new one. Free of charge.
         */
        post: operations["postWebhookRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends one test message immediately and returns the result. Free of charge.
         */
        post: operations["postWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a webhook
         * @description The deliveries of the last 30 days with the response status of each attempt, newest first. Free of charge.
         */
        get: operations["getWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{webhook}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends a message again with the same `webhook-id`, with retries for another 24 hours. 409 `DELIVERY_PENDING` while it is being sent or retried, 409 `WEBHOOK_DISABLED` for a disabled webhook. Free of charge.
         */
        post: operations["postWebhookReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    changesPublished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Data changed
         * @description Sent once for each publication with changes that match the filter of the webhook. Signed according to Standard Webhooks. Any 2xx response within 10 seconds accepts the message; otherwise it is retried, with ten attempts within 24 hours. Messages may arrive more than once and out of order.
         */
        post: operations["changesPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    webhookTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Sent once, when a test is requested. Signed like every other message.
         */
        post: operations["webhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Activity: {
            /** @description Permanent id of the activity. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Legacy category. */
            category: components["schemas"]["LegacyCategory"];
            /** @description Canonical ID of the category. */
            programCategory: components["schemas"]["ProgramCategory"];
            /** @description Evidence for the category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Title of the activity. */
            title: string;
            /** @description ACTIVE once a source shows that the activity has begun; null when no source says anything about it. */
            status: components["schemas"]["ActivityStatus"] | null;
            /**
             * Format: uri
             * @description URL of the source that shows the status; null without a status.
             */
            statusSourceUrl: string | null;
            /**
             * Format: date
             * @description The status holds at least since this day, that of the source; null if unknown.
             */
            statusSince: string | null;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description With `include=detail`: the response of the single record's endpoint. */
            detail?: components["schemas"]["ActivityDetail"];
        };
        ActivityDetail: {
            /** @description Permanent id of the activity. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Legacy category. */
            category: components["schemas"]["LegacyCategory"];
            /** @description Canonical ID of the category. */
            programCategory: components["schemas"]["ProgramCategory"];
            /** @description Evidence for the category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Title of the activity. */
            title: string;
            /** @description ACTIVE once a source shows that the activity has begun; null when no source says anything about it. */
            status: components["schemas"]["ActivityStatus"] | null;
            /**
             * Format: uri
             * @description URL of the source that shows the status; null without a status.
             */
            statusSourceUrl: string | null;
            /**
             * Format: date
             * @description The status holds at least since this day, that of the source; null if unknown.
             */
            statusSince: string | null;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description What the activity does, in our own words. */
            description: string;
            /** @description The measures by which the state reports progress, as the federal form names them. */
            metrics: string[];
            /** @description Its number in the state's plan. */
            initiativeNumber: string | null;
            /**
             * Format: uri
             * @description URL of the federal list that names the activity and its metrics.
             */
            sourceUrl: string;
            /**
             * Format: date
             * @description Day of that list.
             */
            sourceDate: string;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        ActivityStatus: "ACTIVE" | "COMPLETED" | "PLANNED" | "CANCELLED";
        Allotment: {
            /** @description Permanent id of the allotment. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Amount that the federal program awarded to the state for the year, in US dollars. */
            amount: number;
            /** @description Rural residents in the 2020 census: population times rural share, rounded. */
            ruralResidents: number | null;
            /** @description `amount` divided by `ruralResidents`, in whole US dollars; null when `ruralResidents` is unknown. */
            amountPerRuralResident: number | null;
            /** @description Title of the page that states the amount. */
            sourceTitle: string;
            /**
             * Format: uri
             * @description URL of the page that states the amount.
             */
            sourceUrl: string;
            /** @description Further sources that state the same amount. */
            confirmedBy: string[];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        Allowance: {
            /** @description What the plan allows. */
            limit: number;
            /** @description Amount used. */
            used: number;
            /** @description Amount left. */
            remaining: number;
            /** @description When the allowance resets. */
            resetsAt: components["schemas"]["Timestamp"];
        };
        Award: {
            /** @description Permanent id of the award. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Name of the recipient, as written in the source. */
            awardeeName: string;
            /** @description What kind of organization the recipient is, by the source or by its name; null: unknown. COUNTY and CITY are local governments, RURAL_CLINIC any clinic or practice that is not an FQHC (federally qualified health center). */
            recipientKind: components["schemas"]["RecipientKind"] | null;
            /** @description CMS certification number of the recipient, from its source or from the federal hospital list where that has the same name in the state; or of the hospital that it operates, as its remark then says. */
            ccn: string | null;
            /** @description County or county equivalent of the award, by its official name; where the source names none, that of the recipient, from its own name or the federal hospital list. Null: unknown, or several. */
            county: string | null;
            /** @description City, region or counties that the source names instead, separated by semicolons. */
            place: string | null;
            /** @description Amount of the award in US dollars, from the federal program; null: not published. */
            federalAmount: number | null;
            /** @description Amount in US dollars that is added from other sources; null: not published. */
            matchAmount: number | null;
            /** @description Legacy category of the award. */
            activityType: components["schemas"]["LegacyCategory"];
            /** @description Canonical category IDs, best first. */
            programCategories: components["schemas"]["ProgramCategory"][];
            /** @description Evidence for each category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Title of the funded project, as written in the source. */
            projectTitle: string | null;
            /** @description Initiative or grant program; "initiative - program" if the source names both. */
            initiative: string | null;
            /** @description What the award is for, in our own words; null: the sources do not say. */
            programDescription: string | null;
            /**
             * Format: date
             * @description Date of the announcement.
             */
            awardDate: string | null;
            /** @description INTENT: announced, subject to an agreement; AWARDED; CONTRACTED: agreement signed; null: not stated by the source. */
            awardStage: components["schemas"]["AwardStage"] | null;
            /** @description VERIFIED: published and counted; UNVERIFIED: on file only, returned on request, and part of no sum or count. */
            verification: components["schemas"]["Verification"];
            /** @description What is still needed to verify the row; null for verified rows. */
            verificationLacks: string | null;
            /** @description Why the row counts as verified; NONE if it does not. The number of rows and their sum match the figures in the list itself (OFFICIAL_LIST) or in another official document (OFFICIAL_TOTAL); or no figures are stated, and two independent readings agree (TWO_READINGS). */
            verificationBasis: components["schemas"]["VerificationBasis"];
            /** @description Further information from the source. */
            remark: string | null;
            /** @description The document that lists the award. */
            sourceDocument: {
                /** @description Id of the document. */
                id: string;
                /** @description Title of the document. */
                title: string;
                /** @description Such as PDF, HTML or XLSX; an open list. */
                fileType: string;
                /**
                 * Format: uri
                 * @description URL of the document.
                 */
                url: string;
            };
            /** @description The row's number in the list; null if unknown. */
            sourceLine: number | null;
            /**
             * Format: uri
             * @description Page of the award itself; the document, if it has none.
             */
            sourceUrl: string;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        AwardDetail: {
            /** @description Permanent id of the award. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Name of the recipient, as written in the source. */
            awardeeName: string;
            /** @description What kind of organization the recipient is, by the source or by its name; null: unknown. COUNTY and CITY are local governments, RURAL_CLINIC any clinic or practice that is not an FQHC (federally qualified health center). */
            recipientKind: components["schemas"]["RecipientKind"] | null;
            /** @description CMS certification number of the recipient, from its source or from the federal hospital list where that has the same name in the state; or of the hospital that it operates, as its remark then says. */
            ccn: string | null;
            /** @description County or county equivalent of the award, by its official name; where the source names none, that of the recipient, from its own name or the federal hospital list. Null: unknown, or several. */
            county: string | null;
            /** @description City, region or counties that the source names instead, separated by semicolons. */
            place: string | null;
            /** @description Amount of the award in US dollars, from the federal program; null: not published. */
            federalAmount: number | null;
            /** @description Amount in US dollars that is added from other sources; null: not published. */
            matchAmount: number | null;
            /** @description Legacy category of the award. */
            activityType: components["schemas"]["LegacyCategory"];
            /** @description Canonical category IDs, best first. */
            programCategories: components["schemas"]["ProgramCategory"][];
            /** @description Evidence for each category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Title of the funded project, as written in the source. */
            projectTitle: string | null;
            /** @description Initiative or grant program; "initiative - program" if the source names both. */
            initiative: string | null;
            /** @description What the award is for, in our own words; null: the sources do not say. */
            programDescription: string | null;
            /**
             * Format: date
             * @description Date of the announcement.
             */
            awardDate: string | null;
            /** @description INTENT: announced, subject to an agreement; AWARDED; CONTRACTED: agreement signed; null: not stated by the source. */
            awardStage: components["schemas"]["AwardStage"] | null;
            /** @description VERIFIED: published and counted; UNVERIFIED: on file only, returned on request, and part of no sum or count. */
            verification: components["schemas"]["Verification"];
            /** @description What is still needed to verify the row; null for verified rows. */
            verificationLacks: string | null;
            /** @description Why the row counts as verified; NONE if it does not. The number of rows and their sum match the figures in the list itself (OFFICIAL_LIST) or in another official document (OFFICIAL_TOTAL); or no figures are stated, and two independent readings agree (TWO_READINGS). */
            verificationBasis: components["schemas"]["VerificationBasis"];
            /** @description Further information from the source. */
            remark: string | null;
            /** @description The document that lists the award. */
            sourceDocument: {
                /** @description Id of the document. */
                id: string;
                /** @description Title of the document. */
                title: string;
                /** @description Such as PDF, HTML or XLSX; an open list. */
                fileType: string;
                /**
                 * Format: uri
                 * @description URL of the document.
                 */
                url: string;
            };
            /** @description The row's number in the list; null if unknown. */
            sourceLine: number | null;
            /**
             * Format: uri
             * @description Page of the award itself; the document, if it has none.
             */
            sourceUrl: string;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description What happened to the record, newest first, as far back as `/api/v1/changes` reaches. Only in the format JSON. */
            history: components["schemas"]["HistoryStep"][];
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        AwardStage: "INTENT" | "AWARDED" | "CONTRACTED";
        AwardYear: {
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string;
            /** @description Sum of the known amounts; null when none are known. */
            total: number | null;
            /** @description Number of award rows in the sum. */
            awards: number;
            /** @description Number of these rows with a published amount. */
            awardAmountsKnown: number;
            /** @description Largest first, unknown amounts last. */
            awardees: {
                /** @description Name of the awardee. */
                name: string;
                /** @description Sum of the known amounts; null when none are known. */
                total: number | null;
                /** @description Number of award rows in the sum. */
                awards: number;
                /** @description Number of these rows with a published amount. */
                awardAmountsKnown: number;
            }[];
        };
        ChangeEvent: {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "PAGE_UPDATED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /**
                 * Format: uri
                 * @description URL of the page or document.
                 */
                url: string;
                /** @description Name of the page. */
                label: string | null;
                /** @description Fingerprint of the previous content. */
                previousHash: string | null;
                /** @description Fingerprint of the current content. */
                currentHash: string | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "NEW_OPPORTUNITY";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the opportunity. */
                opportunityId: string;
                /** @description Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list. */
                opportunityType: string;
                /** @description The top legacy category of the opportunity, or OTHER. */
                category: components["schemas"]["LegacyCategory"];
                /**
                 * Format: date
                 * @description Day on which applications are due, `YYYY-MM-DD`.
                 */
                deadline: string | null;
                /**
                 * Format: uri
                 * @description URL to apply at.
                 */
                applicationUrl: string | null;
                /** @description US dollars: the lower bound of the pool that all awards share. */
                budgetMin: number | null;
                /** @description US dollars: the pool that all awards share, or its upper bound. */
                budgetMax: number | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "OPPORTUNITY_UPDATED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the opportunity. */
                opportunityId: string;
                /** @description Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list. */
                opportunityType: string;
                /** @description What the change means for applicants; empty for any other change. */
                turns: ("DEADLINE_EXTENDED" | "DEADLINE_MOVED_UP" | "AMENDED" | "CLOSED" | "REOPENED")[];
                /** @description Names of the changed fields. `GET /api/v1/changes` has their values. */
                fields: string[];
                /**
                 * Format: date
                 * @description Day on which applications are due, `YYYY-MM-DD`.
                 */
                deadline: string | null;
                /**
                 * Format: date
                 * @description Due date before the change, `YYYY-MM-DD`.
                 */
                previousDeadline: string | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "OPPORTUNITY_REMOVED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the opportunity. */
                opportunityId: string;
                /** @description Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list. */
                opportunityType: string;
                /**
                 * @description MERGED when it became part of another record, REMOVED when it was removed for any other reason. New values may be added.
                 * @enum {string}
                 */
                reason: "REMOVED" | "MERGED";
                /** @description Id of the record that it was merged into; null when it was not merged. */
                mergedInto: string | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "NEW_DOCUMENT";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the document. */
                documentId: string;
                /** @description Title of the document. */
                title: string;
                /** @description Such as PDF, HTML or XLSX; an open list. */
                fileType: string;
                /** @description Document category. */
                documentCategory: components["schemas"]["DocumentCategory"];
                /** @description Fiscal year, `FY2026`. */
                fiscalYear: string | null;
                /**
                 * Format: uri
                 * @description URL of the page or document.
                 */
                url: string;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "NEW_AWARD";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the award. */
                awardId: string;
                /** @description Name of the recipient. */
                awardeeName: string;
                /** @description Fiscal year, `FY2026`. */
                fiscalYear: string;
                /** @description Amount of the award in US dollars; null: not published. */
                federalAmount: number | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "AWARD_UPDATED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the award. */
                awardId: string;
                /** @description Name of the recipient. */
                awardeeName: string;
                /** @description Fiscal year, `FY2026`. */
                fiscalYear: string;
                /** @description Names of the changed fields. `GET /api/v1/changes` has their values. */
                fields: string[];
                /** @description New amount; null when it is unknown or the row is gone. */
                federalAmount: number | null;
                /** @description Amount before the change, in US dollars. */
                previousFederalAmount: number | null;
                /** @description Set when the row is no longer published. */
                reason: ("REMOVED" | "MERGED") | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "EVENT_ANNOUNCED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the calendar event. */
                eventId: string;
                /** @description Type of event. */
                eventType: components["schemas"]["EventType"];
                /** @description Start time of the event. */
                startAt: components["schemas"]["Timestamp"];
                /**
                 * Format: uri
                 * @description URL to register at.
                 */
                registrationUrl: string | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "EVENT_CHANGED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /** @description Id of the calendar event. */
                eventId: string;
                /** @description Type of event. */
                eventType: components["schemas"]["EventType"];
                /** @description Names of the changed fields. `GET /api/v1/changes` has their values. */
                fields: string[];
                /** @description Start time of the event. */
                startAt: components["schemas"]["Timestamp"];
                /** @description Previous start time; the same as `startAt` if it did not change. */
                previousStartAt: components["schemas"]["Timestamp"];
                /** @description Set when the event is no longer published. */
                reason: ("REMOVED" | "MERGED") | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "SITE_DOWN";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /**
                 * Format: uri
                 * @description URL of the page or document.
                 */
                url: string;
                /** @description Name of the page. */
                label: string | null;
                /** @description HTTP status of the page; null when it did not respond. */
                httpStatus: number | null;
                /** @description Why it could not be read. */
                error: string | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        } | {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description Type of change.
             * @constant
             */
            type: "SITE_RESTORED";
            /** @description What happened, in one sentence. */
            summary: string;
            /**
             * Format: uri
             * @description URL of the state's page.
             */
            siteUrl: string | null;
            /** @description Id of the document. */
            documentId: string | null;
            /** @description Details of the event. */
            detail: {
                /**
                 * Format: uri
                 * @description URL of the page or document.
                 */
                url: string;
                /** @description Name of the page. */
                label: string | null;
                /** @description HTTP status of the page; null when it did not respond. */
                httpStatus: number | null;
                /** @description When it first failed. */
                downSince: components["schemas"]["Timestamp"] | null;
            };
            /** @description When the change occurred. Unique and strictly increasing across the feed. */
            occurredAt: components["schemas"]["Timestamp"];
            /** @description The same as `occurredAt`, because change events are never rewritten. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        ChangeType: "PAGE_UPDATED" | "NEW_OPPORTUNITY" | "OPPORTUNITY_UPDATED" | "OPPORTUNITY_REMOVED" | "NEW_DOCUMENT" | "NEW_AWARD" | "AWARD_UPDATED" | "EVENT_ANNOUNCED" | "EVENT_CHANGED" | "SITE_DOWN" | "SITE_RESTORED";
        Changes: {
            /** @description The changes, in order. */
            data: components["schemas"]["RecordChange"][];
            /** @description Number of changes in this response. */
            count: number;
            /** @description The requested page. */
            page: number;
            /** @description Whether there are more pages. */
            hasMore: boolean;
        };
        ChangesMessage: {
            /**
             * @description Type of message.
             * @constant
             */
            type: "changes.published";
            /** @description When the dataset was published. The same in every attempt. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The publication. */
            data: {
                /** @description Id of the webhook. */
                webhook: string;
                /** @description The published dataset version. */
                version: string;
                /** @description The dataset version before it. */
                previousVersion: string;
                /** @description The matching changes of the publication, in the format and order of `/api/v1/changes`, limited to 100 changes and 256 KiB. */
                changes: components["schemas"]["RecordChange"][];
                /** @description Number of changes in this message. */
                count: number;
                /** @description Number of changes of the publication that match the filter. */
                total: number;
                /** @description URL of the remaining changes, to be read page by page with an API key; null when the message has every change. Only a path if the service does not know its own host. The pages may repeat changes of the message, and apply only `resource`, `state` and `change` of the filter. */
                next: string | null;
            };
        };
        Citation: {
            /** @description The number of the citation in the answer. */
            number: number;
            /**
             * Format: uuid
             * @description Id of the document, or of a record in the list named in `resource`.
             */
            documentId: string;
            /**
             * @description The list of the record. New values may be added.
             * @enum {string}
             */
            resource: "documents" | "opportunities" | "events" | "allotments" | "activities" | "commitments";
            /** @description Title of the cited document. */
            title: string;
            /**
             * Format: uri
             * @description URL of the cited document.
             */
            url: string;
            /** @description A verbatim passage of the document, or the data of its record. */
            quote: string;
        };
        Commitment: {
            /** @description Permanent id of the commitment. */
            id: string;
            /** @description Two-letter state code. */
            state: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            stateName: string;
            /** @description Scoring factor of the federal notice of funding under which the policy counts. */
            factor: components["schemas"]["ScoreFactor"];
            /** @description Name of the scoring factor. */
            factorLabel: string;
            /** @description Policy, as the federal reporting form names it. */
            policy: string;
            /** @description What the policy means, in our own words. */
            meaning: string;
            /**
             * Format: uri
             * @description URL of the list in the federal reporting form.
             */
            sourceUrl: string;
            /**
             * Format: date
             * @description Day of the list.
             */
            sourceDate: string;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        CommonGrantsCustomField: {
            /** @description Name of the field, as in opportunities at `/api/v1/opportunities`. */
            name: string;
            /**
             * @description The JSON type of its value. New values may be added.
             * @enum {string}
             */
            fieldType: "string" | "number" | "integer" | "boolean" | "object" | "array";
            /** @description Its value. */
            value: unknown;
            /** @description Description. */
            description?: string;
        };
        CommonGrantsDetail: {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 200;
            /**
             * @description `Success`.
             * @constant
             */
            message: "Success";
            /** @description The opportunity. */
            data: components["schemas"]["CommonGrantsOpportunity"];
        };
        CommonGrantsEvent: {
            /** @description Name of the date. */
            name: string;
            /** @description Description. */
            description?: string;
            /**
             * @description A single day.
             * @constant
             */
            eventType: "singleDate";
            /**
             * Format: date
             * @description `YYYY-MM-DD`, in the time zone of the opportunity (`customFields.timeZone`).
             */
            date: string;
            /** @description `HH:MM:SS` in the same time zone; omitted when only the day is known. */
            time?: string;
        } | {
            /** @description Name of the date. */
            name: string;
            /** @description Description. */
            description?: string;
            /**
             * @description Not a single day.
             * @constant
             */
            eventType: "other";
            /** @description The date in words. */
            details: string;
        };
        CommonGrantsList: {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 200;
            /**
             * @description `Success`.
             * @constant
             */
            message: "Success";
            /** @description The opportunities of the page. */
            items: components["schemas"]["CommonGrantsOpportunity"][];
            /** @description Pagination of the response. */
            paginationInfo: {
                /** @description The requested page. */
                page: number;
                /** @description Maximum number of opportunities per page. */
                pageSize: number;
                /** @description Total number of matching opportunities. */
                totalItems: number;
                /** @description Total number of pages; 0 when nothing matches. */
                totalPages: number;
            };
        };
        CommonGrantsMoney: {
            /** @description A decimal number. */
            amount: string;
            /** @description ISO 4217 code, always `USD`. */
            currency: string;
        };
        CommonGrantsOpportunity: {
            /**
             * Format: uuid
             * @description Id of the opportunity, the same as at `/api/v1/opportunities`.
             */
            id: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Effective status at the time of the request. */
            status: {
                /**
                 * @description Status in the terms of the protocol. New values may be added.
                 * @enum {string}
                 */
                value: "forecasted" | "open" | "closed" | "custom";
                /** @description Details of the status. */
                description: string;
            };
            /** @description What it funds. If that is unknown, the text says so. */
            description: string;
            /** @description Known amounts; omitted when none are known. */
            funding?: {
                /** @description The pool that all awards share, or its upper bound. */
                totalAmountAvailable?: components["schemas"]["CommonGrantsMoney"];
                /** @description The ceiling of one award. */
                maxAwardAmount?: components["schemas"]["CommonGrantsMoney"];
            };
            /** @description Known dates; omitted when none are known. */
            keyDates?: {
                /** @description When it was posted. */
                postDate?: components["schemas"]["CommonGrantsEvent"];
                /** @description When applications are due. */
                closeDate?: components["schemas"]["CommonGrantsEvent"];
                /** @description Further dates, by name. */
                otherDates?: {
                    [key: string]: components["schemas"]["CommonGrantsEvent"];
                };
            };
            /** @description Who may apply; omitted when unknown. */
            acceptedApplicantTypes?: {
                /** @description A type of the protocol, or `custom`. */
                value: string;
                /** @description The type as named by the source, if the value is `custom`. */
                customValue?: string;
                /** @description The type as named by the source. */
                description?: string;
            }[];
            /**
             * Format: uri
             * @description URL of the source page.
             */
            source: string;
            /** @description Fields that the protocol lacks, by name. Unknown fields are omitted. */
            customFields: {
                [key: string]: components["schemas"]["CommonGrantsCustomField"];
            };
            /** @description When the record was first published. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the content of the record last changed. */
            lastModifiedAt: components["schemas"]["Timestamp"];
        };
        CommonGrantsSearchAnswer: {
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 200;
            /**
             * @description `Success`.
             * @constant
             */
            message: "Success";
            /** @description The opportunities of the page. */
            items: components["schemas"]["CommonGrantsOpportunity"][];
            /** @description Pagination of the response. */
            paginationInfo: {
                /** @description The requested page. */
                page: number;
                /** @description Maximum number of opportunities per page. */
                pageSize: number;
                /** @description Total number of matching opportunities. */
                totalItems: number;
                /** @description Total number of pages; 0 when nothing matches. */
                totalPages: number;
            };
            /** @description The order of the items. */
            sortInfo: {
                /**
                 * @description The field to sort by; unknown values come last. New values may be added.
                 * @enum {string}
                 */
                sortBy: "lastModifiedAt" | "createdAt" | "title" | "status.value" | "keyDates.closeDate" | "funding.maxAwardAmount" | "funding.minAwardAmount" | "funding.totalAmountAvailable" | "funding.estimatedAwardCount";
                /**
                 * @description Defaults to `asc`. New values may be added.
                 * @enum {string}
                 */
                sortOrder: "asc" | "desc";
            };
            /** @description The filters. */
            filterInfo: {
                /** @description The filters as sent. */
                filters: {
                    /** @description Statuses. */
                    status?: {
                        /**
                         * @description Whether the value must be one of these or none of these. New values may be added.
                         * @enum {string}
                         */
                        operator: "in" | "notIn";
                        /** @description The values. */
                        value: ("forecasted" | "open" | "closed" | "custom")[];
                    };
                    /** @description Bounds of the due date. Excludes opportunities where it is unknown. */
                    closeDateRange?: {
                        /**
                         * @description `between` includes the bounds, `outside` excludes them. New values may be added.
                         * @enum {string}
                         */
                        operator: "between" | "outside";
                        /** @description The bounds. */
                        value: {
                            /** @description The lower bound. */
                            min: string;
                            /** @description The upper bound. */
                            max: string;
                        };
                    };
                    /** @description Bounds of the pool that all awards share. Excludes opportunities where it is unknown. */
                    totalFundingAvailableRange?: {
                        /**
                         * @description `between` includes the bounds, `outside` excludes them. New values may be added.
                         * @enum {string}
                         */
                        operator: "between" | "outside";
                        /** @description The bounds. */
                        value: {
                            /** @description The lower bound. */
                            min: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                            /** @description The upper bound. */
                            max: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                        };
                    };
                    /** @description Bounds of the smallest award, which is always unknown. Excludes opportunities where it is unknown. */
                    minAwardAmountRange?: {
                        /**
                         * @description `between` includes the bounds, `outside` excludes them. New values may be added.
                         * @enum {string}
                         */
                        operator: "between" | "outside";
                        /** @description The bounds. */
                        value: {
                            /** @description The lower bound. */
                            min: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                            /** @description The upper bound. */
                            max: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                        };
                    };
                    /** @description Bounds of the ceiling of one award. Excludes opportunities where it is unknown. */
                    maxAwardAmountRange?: {
                        /**
                         * @description `between` includes the bounds, `outside` excludes them. New values may be added.
                         * @enum {string}
                         */
                        operator: "between" | "outside";
                        /** @description The bounds. */
                        value: {
                            /** @description The lower bound. */
                            min: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                            /** @description The upper bound. */
                            max: {
                                /** @description A decimal number. */
                                amount: string;
                                /** @description ISO 4217 code. Only `USD` finds anything. */
                                currency: string;
                            };
                        };
                    };
                    /** @description Filters beyond those of the protocol. */
                    customFilters?: {
                        /** @description State codes. */
                        state?: {
                            /**
                             * @description Whether the value must be one of these or none of these. New values may be added.
                             * @enum {string}
                             */
                            operator: "in" | "notIn";
                            /** @description The values. */
                            value: components["schemas"]["StateCode"][];
                        };
                    };
                };
            };
        };
        CommonGrantsSearchBody: {
            /** @description Words that must occur in title or summary. Supports "a phrase", prefix* and -excluded. Empty for no filter. */
            search?: string;
            /** @description All filters must match. */
            filters?: {
                /** @description Statuses. */
                status?: {
                    /**
                     * @description Whether the value must be one of these or none of these.
                     * @enum {string}
                     */
                    operator: "in" | "notIn";
                    /** @description The values. */
                    value: ("forecasted" | "open" | "closed" | "custom")[];
                };
                /** @description Bounds of the due date. Excludes opportunities where it is unknown. */
                closeDateRange?: {
                    /**
                     * @description `between` includes the bounds, `outside` excludes them.
                     * @enum {string}
                     */
                    operator: "between" | "outside";
                    /** @description The bounds. */
                    value: {
                        /** @description The lower bound. */
                        min: string;
                        /** @description The upper bound. */
                        max: string;
                    };
                };
                /** @description Bounds of the pool that all awards share. Excludes opportunities where it is unknown. */
                totalFundingAvailableRange?: {
                    /**
                     * @description `between` includes the bounds, `outside` excludes them.
                     * @enum {string}
                     */
                    operator: "between" | "outside";
                    /** @description The bounds. */
                    value: {
                        /** @description The lower bound. */
                        min: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                        /** @description The upper bound. */
                        max: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                    };
                };
                /** @description Bounds of the smallest award, which is always unknown. Excludes opportunities where it is unknown. */
                minAwardAmountRange?: {
                    /**
                     * @description `between` includes the bounds, `outside` excludes them.
                     * @enum {string}
                     */
                    operator: "between" | "outside";
                    /** @description The bounds. */
                    value: {
                        /** @description The lower bound. */
                        min: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                        /** @description The upper bound. */
                        max: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                    };
                };
                /** @description Bounds of the ceiling of one award. Excludes opportunities where it is unknown. */
                maxAwardAmountRange?: {
                    /**
                     * @description `between` includes the bounds, `outside` excludes them.
                     * @enum {string}
                     */
                    operator: "between" | "outside";
                    /** @description The bounds. */
                    value: {
                        /** @description The lower bound. */
                        min: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                        /** @description The upper bound. */
                        max: {
                            /** @description A decimal number. */
                            amount: string;
                            /** @description ISO 4217 code. Only `USD` finds anything. */
                            currency: string;
                        };
                    };
                };
                /** @description Filters beyond those of the protocol. */
                customFilters?: {
                    /** @description State codes. */
                    state?: {
                        /**
                         * @description Whether the value must be one of these or none of these.
                         * @enum {string}
                         */
                        operator: "in" | "notIn";
                        /** @description The values. */
                        value: components["schemas"]["StateCode"][];
                    };
                };
            };
            /** @description Defaults to `lastModifiedAt`, latest first. */
            sorting?: {
                /**
                 * @description The field to sort by; unknown values come last.
                 * @enum {string}
                 */
                sortBy: "lastModifiedAt" | "createdAt" | "title" | "status.value" | "keyDates.closeDate" | "funding.maxAwardAmount" | "funding.minAwardAmount" | "funding.totalAmountAvailable" | "funding.estimatedAwardCount";
                /**
                 * @description Defaults to `asc`.
                 * @enum {string}
                 */
                sortOrder?: "asc" | "desc";
            };
            /** @description The page. */
            pagination?: {
                /**
                 * @description Page number from 1. A page past the end is empty.
                 * @default 1
                 */
                page?: number;
                /**
                 * @description Opportunities per page.
                 * @default 100
                 */
                pageSize?: number;
            };
        };
        Coverage: {
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Name of the state; null for national scope. */
            stateName: string | null;
            /** @description The latest date on which one of its records was published, awarded or amended, or one of its program pages changed. */
            lastChanged: components["schemas"]["Timestamp"] | null;
            /** @description When a source last confirmed or published one of its records; null if unknown. */
            lastConfirmed: components["schemas"]["Timestamp"] | null;
            /** @description Number of published records by kind. */
            records: {
                /** @description Award rows. */
                awards: number;
                /** @description Documents. */
                documents: number;
                /** @description Opportunities. */
                opportunities: number;
                /** @description Events. */
                events: number;
                /** @description Program activities. */
                activities: number;
            };
            /** @description Awards on file, published and stated. */
            awards: {
                /** @description Rows on file, published or not. */
                held: number;
                /** @description Published rows. */
                published: number;
                /** @description Known amounts of the rows on file; null if none is known. */
                sumHeld: number | null;
                /** @description Known amounts of the published rows; null if none is known. */
                sumPublished: number | null;
                /** @description Rows, over the lists whose number is stated; null if there are none. */
                rowsOfStated: {
                    /** @description What is published, over these lists. */
                    published: number;
                    /** @description What official documents state, over these lists. */
                    stated: number;
                } | null;
                /** @description US dollars, over the lists whose total is stated; null if there are none. A list made of the money of another is joined to it. */
                sumOfStated: {
                    /** @description What is published, over these lists. */
                    published: number;
                    /** @description What official documents state, over these lists. */
                    stated: number;
                } | null;
                /** @description What the federal program awarded to the state, all years. */
                allotment: number | null;
                /** @description Share of the allotment that published rows with a recipient and an amount account for. */
                shareNamed: number | null;
                /** @description What is missing among the awards, since when, and where it would come from. */
                missing: {
                    /** @description What is missing. */
                    what: string;
                    /** @description Number of awards; null if unknown. */
                    rows: number | null;
                    /** @description US dollars; null if unknown. */
                    amount: number | null;
                    /** @description What rows wait for that are on file; null: what is missing is not on file. */
                    verificationLacks: string | null;
                    /**
                     * Format: date
                     * @description Since when; null if the source bears no date.
                     */
                    since: string | null;
                    /**
                     * Format: uri
                     * @description Where it would come from.
                     */
                    url: string | null;
                }[];
            };
            /** @description The newest date of each kind; null if none has a date. */
            newest: {
                /**
                 * Format: date
                 * @description Newest announcement of a published award.
                 */
                awards: string | null;
                /**
                 * Format: date
                 * @description Newest day of publication of a document.
                 */
                documents: string | null;
                /**
                 * Format: date
                 * @description Newest day on which an opportunity was posted.
                 */
                opportunities: string | null;
                /**
                 * Format: date
                 * @description Day of the latest event, which may be ahead.
                 */
                events: string | null;
            };
            /** @description The sources of its records. */
            sources: components["schemas"]["CoveredSource"][];
            /** @description Known gaps, as sentences. */
            gaps: string[];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        CoveredSource: {
            /** @description Name of the source, such as pages or grants-gov. */
            source: string;
            /** @description Name of the page, for tracked pages. */
            label: string | null;
            /**
             * Format: uri
             * @description URL of the page, for tracked pages.
             */
            url: string | null;
            /**
             * @description DOWN after three failed checks; UNKNOWN if never checked. New values may be added.
             * @enum {string}
             */
            status: "UP" | "DOWN" | "UNKNOWN";
            /** @description When it was last checked. */
            lastChecked: components["schemas"]["Timestamp"] | null;
            /** @description When its data was last read successfully. */
            lastConfirmed: components["schemas"]["Timestamp"] | null;
            /** @description When it last had new or changed data. */
            lastChanged: components["schemas"]["Timestamp"] | null;
            /** @description When it went down; null while it responds. */
            downSince: components["schemas"]["Timestamp"] | null;
            /** @description Why the last check failed. */
            note: string | null;
        };
        /** @description The content of `datapackage.json`. The other files have the media types of their extensions. */
        DataPackage: {
            /** @description Profile of the package. */
            $schema: string;
            /** @description Name of the package. */
            name: string;
            /** @description Title of the package. */
            title: string;
            /** @description Description of the package. */
            description: string;
            /** @description The dataset version. */
            version: string;
            /** @description When it was published. */
            created: components["schemas"]["Timestamp"];
            /** @description The license of the data. */
            licenses: {
                /** @description SPDX identifier. */
                name: string;
                /** @description URL of the license text. */
                path: string;
                /** @description Title of the license. */
                title: string;
            }[];
            /** @description The files. */
            resources: {
                /** @description Name in the package. */
                name: string;
                /** @description Name of the file. */
                path: string;
                /** @description File format. */
                format: string;
                /** @description Media type of the file. */
                mediatype: string;
                /** @description Encoding of its text. */
                encoding?: string;
                /** @description Size in bytes. */
                bytes: number;
                /** @description `sha256:` and the SHA-256 of the file. */
                hash: string;
                /** @description Number of records in the file; null for `datapackage.json`. */
                records: number | null;
                /** @description Kind of resource. */
                profile?: string;
                /** @description CSV dialect. */
                dialect?: {
                    /** @description Delimiter between cells. */
                    delimiter: string;
                    /** @description Line terminator. */
                    lineTerminator: string;
                };
                /** @description The fields of its records. */
                schema?: {
                    /** @description The fields, in order. */
                    fields: {
                        /** @description Name of the key or column. */
                        name: string;
                        /** @description Type of its values. */
                        type: string;
                        /** @description Description. */
                        description?: string;
                        /** @description What its values are limited to. */
                        constraints?: {
                            /** @description The possible values. */
                            enum: string[];
                        };
                    }[];
                    /** @description Cells that stand for null. */
                    missingValues?: string[];
                    /** @description The fields that identify a record. */
                    primaryKey?: string[];
                };
            }[];
        };
        /** @enum {string} */
        DatePrecision: "DATE" | "TIME";
        Document: {
            /** @description Permanent id of the document. */
            id: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Such as PDF, HTML or XLSX; an open list. */
            fileType: string;
            /** @description Document category. */
            category: components["schemas"]["DocumentCategory"];
            /** @description The same value as `category`. */
            documentCategory: components["schemas"]["DocumentCategory"];
            /** @description Legacy category IDs. */
            activityTypes: components["schemas"]["LegacyCategory"][];
            /** @description Canonical category IDs, best first. */
            programCategories: components["schemas"]["ProgramCategory"][];
            /** @description Evidence for each category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string | null;
            /** @description Amount that the document announces, in US dollars; null: none, or unknown. */
            award: number | null;
            /** @description Number of awards in its list, as officially stated; null when not stated. */
            statedRows: number | null;
            /** @description Total of its award list in US dollars as stated, rounded; null when not stated. */
            statedTotal: number | null;
            /**
             * Format: uri
             * @description URL of the official document that states them; null when it is this document or when not stated.
             */
            statedIn: string | null;
            /** @description Short summary in our own words. */
            highlights: string | null;
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /** @description URLs of further source pages. */
            alsoFrom: string[];
            /**
             * Format: uri
             * @description URL to apply at, if the document invites applications.
             */
            applicationUrl: string | null;
            /** @description The first deadline after the time of the request. The last second of its day if it has no time. */
            nextDeadline: components["schemas"]["Timestamp"] | null;
            /** @description Key dates in the document. */
            keyDates: {
                /** @description What is due or planned on that day. */
                label: string;
                /**
                 * Format: date
                 * @description The day, `YYYY-MM-DD`.
                 */
                date: string;
            }[];
            /**
             * Format: date
             * @description Day on which the document was published, `YYYY-MM-DD`; null if unknown.
             */
            published: string | null;
            /** @description When the document was published or, if unknown, first seen. The first instant of that day if only the day is known. */
            discovered: components["schemas"]["Timestamp"];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description With `include=detail`: the response of the single record's endpoint. */
            detail?: components["schemas"]["DocumentDetail"];
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        DocumentCategory: "REPORT" | "AWARD_ANNOUNCEMENT" | "ANNOUNCEMENT" | "STRATEGY" | "SUMMARY" | "APPLICATION" | "GUIDANCE" | "DATA" | "REFERENCE" | "OTHER";
        DocumentDetail: {
            /** @description Permanent id of the document. */
            id: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Such as PDF, HTML or XLSX; an open list. */
            fileType: string;
            /** @description Document category. */
            category: components["schemas"]["DocumentCategory"];
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Name of the state; null for national scope. */
            stateName: string | null;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string | null;
            /** @description Amount that the document announces, in US dollars; null: none, or unknown. */
            award: number | null;
            /** @description Number of awards in its list, as officially stated; null when not stated. */
            statedRows: number | null;
            /** @description Total of its award list in US dollars as stated, rounded; null when not stated. */
            statedTotal: number | null;
            /**
             * Format: uri
             * @description URL of the official document that states them; null when it is this document or when not stated.
             */
            statedIn: string | null;
            /** @description Amounts stated in the document, in US dollars. */
            budget: {
                /** @description US dollars. */
                total: number | null;
                /** @description US dollars. */
                federal: number | null;
                /** @description US dollars. */
                match: number | null;
            };
            /** @description What the document says about the program, in our own words. */
            programHighlights: string | null;
            /** @description Goals in the document. */
            strategicGoals: string[];
            /** @description Planned milestones by month. */
            milestones: {
                /** @description `YYYY-MM`. */
                date: string;
                /** @description What is planned. */
                label: string;
            }[];
            /** @description The strategy in the document. */
            transformationStrategy: {
                /** @description Initiatives in the document. */
                keyInitiatives: string[];
                /** @description The approach, in our own words. */
                approachSummary: string | null;
            };
            /** @description Such as IMPLEMENTING or PLANNING; an open list. */
            implementationPhase: string | null;
            /** @description Share of the structured fields that have a value, 0 to 1. */
            completenessScore: number;
            /**
             * Format: uri
             * @description URL to apply at, if the document invites applications.
             */
            applicationUrl: string | null;
            /** @description Number of pages. */
            pages: number | null;
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /** @description URLs of further source pages. */
            alsoFrom: string[];
            /** @description What the document announces, in 80 to 200 words of our own; shorter for press reports. */
            description: string | null;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        Event: {
            /** @description Permanent id of the event. */
            id: string;
            /** @description Title of the event. */
            title: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Name of the state; null for national scope. */
            stateName: string | null;
            /** @description Type of event. */
            eventType: components["schemas"]["EventType"];
            /** @description Status at the time of the request. */
            status: components["schemas"]["EventStatus"];
            /** @description Start time. */
            startAt: components["schemas"]["Timestamp"];
            /** @description DATE when only the day is known, TIME when the time is known. */
            startAtPrecision: components["schemas"]["DatePrecision"];
            /** @description End time; null when unknown. */
            endAt: components["schemas"]["Timestamp"] | null;
            /** @description DATE when only the day is known, TIME when the time is known; null when the date is unknown. */
            endAtPrecision: components["schemas"]["DatePrecision"] | null;
            /** @description Time zone abbreviation, such as EST or HST. */
            timezone: string;
            /** @description IANA time zone of its dates. */
            timeZone: string;
            /** @description Name of the host. */
            hostAgency: string | null;
            /** @description Description. */
            description: string | null;
            /**
             * Format: uri
             * @description URL to register at.
             */
            registrationUrl: string | null;
            /**
             * Format: uri
             * @description URL of the recording.
             */
            recordingUrl: string | null;
            /**
             * Format: uri
             * @description URL of the slides.
             */
            slidesUrl: string | null;
            /**
             * Format: uri
             * @description URL of the page that announces it.
             */
            sourceUrl: string;
            /** @description URLs of further source pages. */
            alsoFrom: string[];
            /** @description Topics. */
            topics: string[];
            /** @description Intended audience. */
            audience: string[];
            /** @description OFFICIAL: hosted and announced by a government; ORGANIZER: announced by its organizer; SECONDARY: found in another source. An open list. */
            confidence: string;
            /** @description False for an event that is excluded from the default list. */
            isActive: boolean;
            /** @description When the record was first published. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        EventStatus: "UPCOMING" | "TODAY" | "PAST" | "CANCELLED" | "RECORDING_AVAILABLE";
        /**
         * @description New values may be added.
         * @enum {string}
         */
        EventType: "TOWN_HALL" | "WEBINAR" | "OFFICE_HOURS" | "TRAINING" | "ANNOUNCEMENT" | "RECORDING" | "QA_SESSION" | "CONFERENCE" | "WORKSHOP";
        ExportedFile: {
            /** @description Name of the file in its URL. */
            name: string;
            /** @description Download path, relative to the service. Needs a key. */
            url: string;
            /** @description The list in the file; null for a file with all lists. */
            resource: string | null;
            /**
             * @description File format. New values may be added.
             * @enum {string}
             */
            format: "ndjson" | "csv" | "xlsx" | "parquet" | "sqlite" | "json";
            /** @description `gz` for a compressed file. */
            compression: "gz" | null;
            /** @description Number of records in the file; null for `datapackage.json`. */
            records: number | null;
            /** @description The keys of each NDJSON line, in order; the columns of a table. */
            fields: string[];
            /** @description The fields that depend on time. They are as of `publishedAt`; `timeline` has their values over time. */
            timed: string[];
            /** @description Size in bytes. */
            bytes: number;
            /** @description SHA-256 of its content, in hex. */
            sha256: string;
        };
        Exports: {
            /** @description The publication that the files belong to. */
            datasetVersion: string;
            /** @description When it was published. Fields that depend on time are as of then. */
            publishedAt: components["schemas"]["Timestamp"];
            /** @description The files, plain and compressed. */
            files: components["schemas"]["ExportedFile"][];
        };
        Health: {
            /**
             * @description `unavailable`: keyed requests cannot be served; `degraded`: they are served, but part of the service is broken; `stale`: everything works, but the data is old. New values may be added.
             * @enum {string}
             */
            status: "ok" | "degraded" | "stale" | "unavailable";
            /** @description Why the status is not `ok`, one sentence per reason. */
            reasons: string[];
            /**
             * @description `last_good` when the latest dataset is damaged or missing and the previous one is served. New values may be added.
             * @enum {string}
             */
            dataset: "current" | "last_good" | "unavailable";
            /** @description The current dataset version; null when no dataset can be read. */
            datasetVersion: string | null;
            /** @description When the dataset was built. */
            builtAt: components["schemas"]["Timestamp"] | null;
            /** @description When a source last confirmed any data; null when none has. */
            confirmedAt: components["schemas"]["Timestamp"] | null;
            /** @description Age of the data in seconds since `confirmedAt`, or since `builtAt` if no source has confirmed it. */
            ageSeconds: number | null;
            /**
             * @description Whether the key store accepts writes, which every keyed request needs. New values may be added.
             * @enum {string}
             */
            store: "reachable" | "unreachable";
            /** @description Number of log lines that could not be written since startup, for example because the disk is full. */
            logLinesLost: number;
            /** @description The sources, with the result of their last check. */
            sources: {
                /** @description Name of the source, such as pages or grants-gov. */
                source: string;
                /**
                 * @description DOWN when its last check failed. New values may be added.
                 * @enum {string}
                 */
                status: "UP" | "DOWN";
                /** @description When it was last checked. */
                lastChecked: components["schemas"]["Timestamp"];
                /** @description When its data was last read successfully. */
                lastConfirmed: components["schemas"]["Timestamp"] | null;
            }[];
            /** @description When a source last confirmed data of each state. States that no source has confirmed are omitted. */
            states: {
                /** @description Two-letter state code; null for national scope. */
                state: components["schemas"]["StateCode"] | null;
                confirmedAt: components["schemas"]["Timestamp"];
            }[];
        };
        HistoryStep: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * @description PUBLISHED when the record first appeared; VERIFIED when it was published after it had only been on file; UPDATED when fields changed; REMOVED when it was no longer published. New values may be added.
             * @enum {string}
             */
            event: "PUBLISHED" | "VERIFIED" | "UPDATED" | "REMOVED";
            /** @description The changed fields, each with its value before and after. */
            fields: {
                [key: string]: {
                    /** @description The value of the field. */
                    before?: unknown;
                    /** @description The value of the field. */
                    after?: unknown;
                };
            };
        };
        /** @enum {string} */
        LegacyCategory: "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER";
        Meta: {
            /** @description Version of the contract, as in the changelog. */
            contractVersion: string;
            /** @description The current dataset. */
            dataset: {
                /** @description The current publication. */
                version: string;
                /** @description When the data last changed. */
                publishedAt: components["schemas"]["Timestamp"];
                /** @description When the dataset file was built. */
                builtAt: components["schemas"]["Timestamp"];
                /** @description When the next publication is due. */
                nextPublication: components["schemas"]["Timestamp"];
            };
            /** @description Number of published records by list. */
            counts: {
                [key: string]: number;
            };
            /** @description The taxonomy of program categories. */
            taxonomy: {
                /** @description Version of the taxonomy. */
                version: string;
                /** @description The program categories. */
                categories: {
                    /** @description Canonical ID. */
                    id: string;
                    /** @description Display name. */
                    label: string;
                    /** @description Its legacy ID. */
                    alias: string | null;
                }[];
            };
            /** @description The values of closed sets, by name. */
            vocabularies: {
                [key: string]: string[];
            };
            /** @description The states. */
            states: {
                /** @description Two-letter state code. */
                code: string;
                /** @description Name of the state. */
                name: string;
            }[];
            /** @description The limits of each plan. */
            plans: {
                /** @description Name of the plan. */
                name: components["schemas"]["PlanName"];
                /** @description Display name. */
                label: string;
                /** @description Requests per minute. */
                perMinute: number;
                /** @description Requests per month. */
                perMonth: number;
                /** @description AI answers per month. */
                aiAnswersPerMonth: number;
                /** @description Maximum number of active keys of an account. */
                keys: number;
                /** @description Maximum number of webhooks of an account. */
                webhooks: number;
                /** @description Maximum number of active signed addresses of an account. */
                subscriptions: number;
            }[];
        };
        NewSubscription: {
            /** @description Id of the signed address. */
            id: string;
            /** @description Purpose. */
            name: string;
            /**
             * @description The list to read. New values may be added.
             * @enum {string}
             */
            list: "states" | "awards" | "documents" | "opportunities" | "events" | "activities" | "commitments" | "activity" | "coverage" | "allotments";
            /**
             * @description The format of the response, which is also the extension of the address. New values may be added.
             * @enum {string}
             */
            format: "json" | "ndjson" | "csv" | "ics" | "atom" | "jsonfeed";
            /** @description Query string of the list. */
            query: string;
            /** @description The first characters of its secret. */
            prefix: string;
            /** @description The last four characters of its secret. */
            lastFour: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time of the last request, to the minute. */
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was revoked; null if not revoked. */
            revokedAt: components["schemas"]["Timestamp"] | null;
            /** @description The address, which is shown only once. Anyone who has it can read it. */
            address: string;
            /** @description The same address with `webcal:`, which calendar apps open directly; null for other formats. */
            calendarAddress: string | null;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        NoticeRelation: "AWARD_NOTICE" | "EARLIER_ROUND" | "LATER_NOTICE";
        Opportunity: {
            /** @description Permanent id of the opportunity. */
            id: string;
            /** @description Readable name for URLs. */
            slug: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Such as RFP, RFA, NOFO, GRANT, AWARD or IFB; an open list. */
            type: string;
            /** @description The same value as `type`. */
            opportunityType: string;
            /** @description Canonical category IDs, best first. */
            programCategories: components["schemas"]["ProgramCategory"][];
            /** @description Evidence for each category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Inferred matches beyond the cap of 3, which can still be filtered by. */
            truncatedProgramCategories: components["schemas"]["ProgramCategory"][];
            /** @description STATE if issued by a state, NATIONAL if issued by a federal agency. */
            scope: components["schemas"]["OpportunityScope"];
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Effective status at the time of the request. */
            status: components["schemas"]["OpportunityStatus"];
            /** @description The rule that determined the status. */
            statusBasis: components["schemas"]["StatusBasis"];
            /** @description When a source last confirmed it. */
            lastConfirmedAt: components["schemas"]["Timestamp"] | null;
            /** @description Applications are accepted on a rolling basis while funds last. */
            rolling: boolean;
            /**
             * Format: date
             * @description The latest day on which a forecast opportunity is expected to open, `YYYY-MM-DD`.
             */
            expectedBy: string | null;
            /** @description Issuing agency. */
            issuingAgency: string | null;
            /** @description What it funds, in a few sentences. */
            summary: string | null;
            /** @description US dollars: the lower bound of the pool that all awards share. */
            budgetMin: number | null;
            /** @description US dollars: the pool that all awards share, or its upper bound. */
            budgetMax: number | null;
            /** @description US dollars: the ceiling of one award. */
            budgetPerAward: number | null;
            /** @description Who may apply. */
            applicantTypes: string[];
            /** @description When it was posted. */
            postedDate: components["schemas"]["Timestamp"] | null;
            /** @description DATE when only the day is known, TIME when the time is known; null when the date is unknown. */
            postedDatePrecision: components["schemas"]["DatePrecision"] | null;
            /** @description When applications are due. */
            dueDate: components["schemas"]["Timestamp"] | null;
            /** @description DATE when only the day is known, TIME when the time is known; null when the date is unknown. */
            dueDatePrecision: components["schemas"]["DatePrecision"] | null;
            /** @description When letters of intent are due. */
            loiDate: components["schemas"]["Timestamp"] | null;
            /** @description DATE when only the day is known, TIME when the time is known; null when the date is unknown. */
            loiDatePrecision: components["schemas"]["DatePrecision"] | null;
            /** @description Deadline for questions. */
            questionDeadline: components["schemas"]["Timestamp"] | null;
            /** @description DATE when only the day is known, TIME when the time is known; null when the date is unknown. */
            questionDeadlinePrecision: components["schemas"]["DatePrecision"] | null;
            /** @description IANA time zone of its dates. */
            timeZone: string;
            /** @description Fields whose values were inferred instead of read from a source. */
            inferred: string[];
            /**
             * Format: uri
             * @description URL of the source page.
             */
            sourceUrl: string;
            /** @description URLs of further source pages. */
            alsoFrom: string[];
            /** @description Related opportunities: the AWARD_NOTICE of this one, an EARLIER_ROUND, or a LATER_NOTICE for the same program. */
            relatedTo: {
                /** @description Id of the other opportunity. */
                id: string;
                /** @description Relation of the other opportunity to this one. */
                relation: components["schemas"]["NoticeRelation"];
            } | null;
            /** @description Number of documents that belong to it. */
            documentCount: number;
            /** @description When the record was first published. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        OpportunityScope: "STATE" | "NATIONAL";
        /**
         * @description New values may be added.
         * @enum {string}
         */
        OpportunityStatus: "OPEN" | "CLOSING_SOON" | "UPCOMING" | "AMENDED" | "CLOSED";
        Pagination: {
            /** @description The requested page. */
            page: number;
            /** @description Maximum number of records per page. */
            limit: number;
            /** @description Total number of matching records. */
            total: number;
            /** @description Total number of pages; 0 when nothing matches. */
            pages: number;
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: string | null;
        };
        ParameterProblem: {
            /** @description Name of the parameter or field. */
            parameter: string;
            /** @description The value that was sent; null when it is missing. */
            value: unknown;
            /** @description What is wrong, in one sentence. */
            message: string;
            /** @description The supported values, if they are a closed set. */
            supportedValues?: string[];
            /** @description The value that was probably meant. */
            didYouMean?: string;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        PlanName: "FREE" | "PRO" | "TEAM" | "FEATURED_VENDOR" | "API";
        Problem: {
            /**
             * Format: uri
             * @description URL of the docs about this error.
             */
            type: string;
            /** @description Kind of error. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What happened and what to do. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description Stable name of the error. See the list of codes. New values may be added.
             * @enum {string}
             */
            code: "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_REVOKED" | "ACCOUNT_SUSPENDED" | "PLAN_REQUIRED" | "INVALID_PARAMETER" | "UNKNOWN_PARAMETER" | "INVALID_JSON" | "BAD_REQUEST" | "CREDENTIALS_CONFLICT" | "NOT_FOUND" | "GONE" | "CURSOR_EXPIRED" | "SUBSCRIPTION_INVALID" | "SUBSCRIPTION_REVOKED" | "SUBSCRIPTIONS_EXHAUSTED" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "RATE_LIMITED" | "MONTHLY_QUOTA_EXCEEDED" | "INTERNAL" | "STORE_UNAVAILABLE" | "DATASET_UNAVAILABLE";
            /** @description Id of the request in our logs. */
            requestId: string;
            /** @description For invalid parameters: up to 10 problems of the request. */
            errors?: components["schemas"]["ParameterProblem"][];
            /** @description For an invalid programCategory or format: the supported values. */
            supportedValues?: string[];
            /** @description When it was removed from the published data. Unique, like `updatedAt`. */
            removedAt?: components["schemas"]["Timestamp"];
            /**
             * @description MERGED when it became part of another record, REMOVED when it was removed for any other reason. New values may be added.
             * @enum {string}
             */
            reason?: "REMOVED" | "MERGED";
            /** @description Id of the record that it was merged into; null when it was not merged. */
            mergedInto?: string | null;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        ProgramCategory: "CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED";
        ProgramCategoryEvidence: {
            /** @description Canonical category ID. */
            category: components["schemas"]["ProgramCategory"];
            /**
             * @description Where the category comes from: a maintainer, the source document, or the classifier, which reads title and summary. New values may be added.
             * @enum {string}
             */
            source: "ADMIN_CONFIRMED" | "EXTRACTED" | "INFERRED";
            /** @description The terms that matched, strongest first, for INFERRED; empty for the other sources. */
            matchedTerms: string[];
            /** @description Version of the taxonomy, currently 1.0. */
            taxonomyVersion: string;
        };
        RecentDocument: {
            /** @description Permanent id of the document. */
            id: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Such as PDF, HTML or XLSX; an open list. */
            fileType: string;
            /** @description Document category. */
            category: components["schemas"]["DocumentCategory"];
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string | null;
            /** @description Amount that the document announces, in US dollars; null: none, or unknown. */
            award: number | null;
            /** @description Short summary in our own words. */
            highlights: string | null;
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /**
             * Format: date
             * @description Day on which the document was published, `YYYY-MM-DD`; null if unknown.
             */
            published: string | null;
            /** @description When the document was published or, if unknown, first seen. The first instant of that day if only the day is known. */
            discovered: components["schemas"]["Timestamp"];
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        RecipientKind: "HOSPITAL" | "FQHC" | "RURAL_CLINIC" | "BEHAVIORAL_HEALTH" | "LONG_TERM_CARE" | "EMS" | "PUBLIC_HEALTH" | "TRIBAL" | "UNIVERSITY" | "SCHOOL" | "COUNTY" | "CITY" | "STATE_AGENCY" | "NONPROFIT" | "COMPANY" | "OTHER";
        RecordChange: {
            /** @description The list of the record. */
            resource: string;
            /** @description Id of the record; for a state, its code. */
            id: string;
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /**
             * @description New values may be added.
             * @enum {string}
             */
            change: "CREATED" | "UPDATED" | "REMOVED" | "MERGED";
            /** @description The dataset version that published the change. */
            version: string;
            /** @description When that version was published. */
            publishedAt: components["schemas"]["Timestamp"];
            /** @description The new `updatedAt` or `removedAt` of the record. Unique in its list. */
            changedAt: components["schemas"]["Timestamp"];
            /** @description The previous `updatedAt` of the record; null for a new record. */
            updatedAtBefore: components["schemas"]["Timestamp"] | null;
            /** @description For UPDATED: each changed field, before and after. `timeline` has the fields that depend on the time of the request. */
            fields: {
                [key: string]: {
                    /** @description The value of the field. */
                    before?: unknown;
                    /** @description The value of the field. */
                    after?: unknown;
                };
            };
            /** @description For CREATED, the whole record as published; for REMOVED and MERGED, as last published. Null for UPDATED, and for a record that was merged before it was published. Fields that depend on the time of the request are in its `timeline`. */
            record: {
                [key: string]: unknown;
            } | null;
            /** @description Other changed fields, which are computed from other records; their values are not recorded. */
            recomputed: string[];
            /** @description Id of the record that it was merged into; null when it was not merged. */
            mergedInto: string | null;
        };
        RemovedRecord: {
            /** @description Id of the record. */
            id: string;
            /** @description When it was removed from the published data. Unique, like `updatedAt`. */
            removedAt: components["schemas"]["Timestamp"];
            /**
             * @description MERGED when it became part of another record, REMOVED when it was removed for any other reason. New values may be added.
             * @enum {string}
             */
            reason: "REMOVED" | "MERGED";
            /** @description Id of the record that it was merged into; null when it was not merged. */
            mergedInto: string | null;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        ScoreFactor: "B.2" | "B.3" | "B.4" | "C.3" | "D.2" | "D.3" | "F.1";
        SearchAnswer: {
            /** @description Documents, most relevant first. */
            documents: components["schemas"]["SearchResult"][];
            /** @description Number of documents in this response. */
            count: number;
            /** @description Whether more documents match. */
            hasMore: boolean;
            /** @description The AI answer. Every sentence has the numbers of its citations, such as `[1]`. Null when it was not requested or is not available. */
            aiAnswer: string | null;
            /**
             * @description Only OK counts toward the AI allowance. New values may be added.
             * @enum {string}
             */
            aiAnswerStatus: "NOT_REQUESTED" | "OK" | "NO_EVIDENCE" | "ALLOWANCE_EXHAUSTED" | "UNAVAILABLE";
            /** @description The sources of the AI answer; empty without an answer. */
            citations: components["schemas"]["Citation"][];
        };
        SearchBody: {
            /** @description Search words. Supports "a phrase", prefix* and -excluded. */
            query: string;
            /** @description State codes. An empty list means no filter. */
            states?: string[];
            /** @description Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same. */
            year?: string;
            /** @description Canonical ID or legacy alias. */
            programCategory?: string;
            /**
             * @description Maximum number of documents in the response.
             * @default 10
             */
            limit?: number;
            /**
             * @description Page number from 1. A page past the end is empty.
             * @default 1
             */
            page?: number;
            /**
             * @description Whether to include an AI answer, which is metered.
             * @default false
             */
            aiAnswer?: boolean;
        };
        SearchResult: {
            /** @description Permanent id of the document. */
            id: string;
            /** @description Title as given by the source. */
            title: string;
            /** @description Such as PDF, HTML or XLSX; an open list. */
            fileType: string;
            /** @description Document category. */
            category: components["schemas"]["DocumentCategory"];
            /** @description The same value as `category`. */
            documentCategory: components["schemas"]["DocumentCategory"];
            /** @description Canonical category IDs, best first. */
            programCategories: components["schemas"]["ProgramCategory"][];
            /** @description Evidence for each category. */
            programCategoryEvidence: components["schemas"]["ProgramCategoryEvidence"][];
            /** @description Two-letter state code; null for national scope. */
            state: components["schemas"]["StateCode"] | null;
            /** @description Name of the state; null for national scope. */
            stateName: string | null;
            /** @description Fiscal year, `FY2026`. */
            fiscalYear: string | null;
            /** @description Short summary in our own words. */
            highlights: string | null;
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /**
             * Format: date
             * @description Day on which the document was published, `YYYY-MM-DD`; null if unknown.
             */
            published: string | null;
            /** @description When the document was published or, if unknown, first seen. The first instant of that day if only the day is known. */
            discovered: components["schemas"]["Timestamp"];
            /**
             * @description How it matches the search: `ALL` with every word as written, `WIDENED` with corrected words or synonyms, `ANY` with at least one significant word. New values may be added.
             * @enum {string}
             */
            matched: "ALL" | "WIDENED" | "ANY";
            /** @description The best matching passage. */
            snippet: {
                /** @description The part of the document that contains it. */
                field: string;
                /** @description A verbatim passage as plain text. Escape it before showing it as HTML. */
                text: string;
                /** @description Positions of the matching words in UTF-16 code units; `end` is exclusive. */
                marks: {
                    /** @description Start of the word. */
                    start: number;
                    /** @description End of the word, exclusive. */
                    end: number;
                }[];
            };
        };
        /** @enum {string} */
        StateCode: "AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY";
        StateDetail: {
            /** @description Two-letter state code. */
            code: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            name: string;
            /**
             * @description HHS region number.
             * @enum {string}
             */
            region: "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10";
            /** @description Number of critical access hospitals in the state. */
            cahCount: number | null;
            /** @description How the state uses the program, in a few sentences. */
            summary: string | null;
            /** @description Addresses of the pages and files that `summary` is based on. */
            sources: string[];
            /** @description Number of documents of the state. */
            documents: number;
            /** @description Total that the federal program awarded to the state over all years, in US dollars; null when unknown. */
            totalAwardByState: number | null;
            /** @description `totalAwardByState` per rural resident, in whole US dollars; null when either is unknown. */
            awardPerRuralResident: number | null;
            /** @description Sum of the known amounts of the published award rows, in US dollars; null when none are known. */
            awardTotal: number | null;
            /** @description Number of published award rows of the state. */
            awards: number;
            /** @description Number of these rows with a published amount. */
            awardAmountsKnown: number;
            /** @description Number of distinct awardees in these rows. */
            awardeeCount: number;
            /** @description The latest date of its records (published, posted, amended or awarded) or of a change to its pages. The first instant of that day if only the day is known. */
            lastActivity: components["schemas"]["Timestamp"] | null;
            /** @description Number of residents in the latest census. */
            population: number | null;
            /** @description Percentage of residents in rural areas, 0 to 100. */
            ruralPercent: number | null;
            /** @description Program pages of the state. */
            sites: {
                /**
                 * Format: uri
                 * @description URL of the page.
                 */
                url: string;
                /** @description Name of the page. */
                label: string;
            }[];
            /** @description Email address for questions about the program. */
            contact: string | null;
            /** @description Portals where the state posts solicitations and accepts applications. */
            portals: {
                /** @description Name of the portal. */
                label: string;
                /**
                 * Format: uri
                 * @description URL of the portal.
                 */
                url: string | null;
            }[];
            /** @description Number of program activities of the state. */
            activities: number;
            /** @description The published award rows by fiscal year, newest first. */
            awardYears: components["schemas"]["AwardYear"][];
            /** @description The 10 most recently published documents. */
            recentDocuments: components["schemas"]["RecentDocument"][];
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
        };
        StateSummary: {
            /** @description Two-letter state code. */
            code: components["schemas"]["StateCode"];
            /** @description Name of the state. */
            name: string;
            /**
             * @description HHS region number.
             * @enum {string}
             */
            region: "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10";
            /** @description Number of critical access hospitals in the state. */
            cahCount: number | null;
            /** @description How the state uses the program, in a few sentences. */
            summary: string | null;
            /** @description Addresses of the pages and files that `summary` is based on. */
            sources: string[];
            /**
             * Format: uri
             * @description URL of the state's program page.
             */
            siteUrl: string | null;
            /** @description Number of documents of the state. */
            documents: number;
            /** @description Total that the federal program awarded to the state over all years, in US dollars; null when unknown. */
            totalAwardByState: number | null;
            /** @description `totalAwardByState` per rural resident, in whole US dollars; null when either is unknown. */
            awardPerRuralResident: number | null;
            /** @description Sum of the known amounts of the published award rows, in US dollars; null when none are known. */
            awardTotal: number | null;
            /** @description Number of published award rows of the state. */
            awards: number;
            /** @description Number of these rows with a published amount. */
            awardAmountsKnown: number;
            /** @description Number of distinct awardees in these rows. */
            awardeeCount: number;
            /** @description The latest date of its records (published, posted, amended or awarded) or of a change to its pages. The first instant of that day if only the day is known. */
            lastActivity: components["schemas"]["Timestamp"] | null;
            /** @description When the content of the record last changed. Unique in its list; later publications have later values. */
            updatedAt: components["schemas"]["Timestamp"];
            /** @description With `include=detail`: the response of the single record's endpoint. */
            detail?: components["schemas"]["StateDetail"];
        };
        Stats: {
            /** @description Number of states with records. */
            states: number;
            /** @description Number of documents. */
            documents: number;
            /** @description Number of program activities. */
            activities: number;
            /** @description Total that the federal program awarded to all states, in US dollars: the sum of the amounts as the federal list prints them. The list rounds each amount to the dollar, so the total of a year can be a few dollars off $10 billion. */
            totalStateAward: number;
            /** @description Number of published award rows. */
            fundingCount: number;
            /** @description Whether the dataset has records of national scope. */
            federalTracked: boolean;
        };
        /**
         * @description New values may be added.
         * @enum {string}
         */
        StatusBasis: "DUE_DATE" | "SOURCE" | "AWARDED" | "POSTED" | "AMENDED" | "ROLLING" | "UNCONFIRMED";
        Subscription: {
            /** @description Id of the signed address. */
            id: string;
            /** @description Purpose. */
            name: string;
            /**
             * @description The list to read. New values may be added.
             * @enum {string}
             */
            list: "states" | "awards" | "documents" | "opportunities" | "events" | "activities" | "commitments" | "activity" | "coverage" | "allotments";
            /**
             * @description The format of the response, which is also the extension of the address. New values may be added.
             * @enum {string}
             */
            format: "json" | "ndjson" | "csv" | "ics" | "atom" | "jsonfeed";
            /** @description Query string of the list. */
            query: string;
            /** @description The first characters of its secret. */
            prefix: string;
            /** @description The last four characters of its secret. */
            lastFour: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time of the last request, to the minute. */
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was revoked; null if not revoked. */
            revokedAt: components["schemas"]["Timestamp"] | null;
        };
        SubscriptionBody: {
            /**
             * @description The list to read.
             * @enum {string}
             */
            list: "states" | "awards" | "documents" | "opportunities" | "events" | "activities" | "commitments" | "activity" | "coverage" | "allotments";
            /**
             * @description The format of the response, which is also the extension of the address.
             * @enum {string}
             */
            format: "json" | "ndjson" | "csv" | "ics" | "atom" | "jsonfeed";
            /** @description The query string of the list, without the question mark: `state=NE&status=OPEN`. Without `limit`, the response has as many records as the maximum page size. */
            query?: string;
            /** @description Purpose, such as `Team calendar`. Defaults to the name of the list and the format. */
            name?: string;
        };
        Subscriptions: {
            /** @description The signed addresses, oldest first, including the latest revoked ones. */
            subscriptions: components["schemas"]["Subscription"][];
            /** @description Maximum number that the plan allows; revoked ones do not count. */
            limit: number;
        };
        TestMessage: {
            /**
             * @description Type of message.
             * @constant
             */
            type: "webhook.test";
            /** @description When the test was requested. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The tested webhook. */
            data: {
                /** @description Id of the webhook. */
                webhook: string;
            };
        };
        /**
         * Format: date-time
         * @description UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`.
         */
        Timestamp: string;
        Usage: {
            /** @description The account of the key. */
            account: {
                /** @description Id of the account. */
                id: string;
                /** @description Name of the account. */
                name: string;
            };
            /** @description The plan of the account; during a trial, the trial plan. */
            plan: components["schemas"]["PlanName"];
            /** @description When the trial ends or ended; null without a trial. */
            trialEndsAt: components["schemas"]["Timestamp"] | null;
            /** @description `YYYY-MM`, UTC. */
            month: string;
            /** @description Requests of this UTC minute. */
            minute: components["schemas"]["Allowance"];
            /** @description Requests of this UTC month. */
            requests: components["schemas"]["Allowance"];
            /** @description AI answers of this UTC month. */
            aiAnswers: components["schemas"]["Allowance"];
            /** @description The last 12 months, current month first. */
            months: {
                /** @description `YYYY-MM`, UTC. */
                month: string;
                /** @description Requests of the month. */
                requests: number;
                /** @description AI answers of the month. */
                aiAnswers: number;
            }[];
            /** @description The keys of the account, including revoked ones. */
            keys: {
                /** @description Its id. */
                id: string;
                /** @description Its name. */
                name: string;
                /** @description The first characters of the key. */
                prefix: string;
                /** @description The last four characters of the key. */
                lastFour: string;
                createdAt: components["schemas"]["Timestamp"];
                /** @description Time of the last request, to the minute. */
                lastUsedAt: components["schemas"]["Timestamp"] | null;
                /** @description When it was revoked; null if not revoked. */
                revokedAt: components["schemas"]["Timestamp"] | null;
                /** @description For a rotated key, when it stops working. */
                expiresAt: components["schemas"]["Timestamp"] | null;
            }[];
            /** @description Usage alerts to owners and administrators, newest first. */
            notices: {
                /** @description `YYYY-MM`, UTC. */
                month: string;
                /**
                 * @description The allowance of the alert. New values may be added.
                 * @enum {string}
                 */
                meter: "requests" | "answers";
                /**
                 * @description Percentage of the allowance. New values may be added.
                 * @enum {number}
                 */
                threshold: 80 | 100;
                createdAt: components["schemas"]["Timestamp"];
                /** @description When it was sent; null if not sent yet. */
                deliveredAt: components["schemas"]["Timestamp"] | null;
                /** @description How it was sent. */
                deliveredBy: ("mail" | "log") | null;
            }[];
        };
        /** @enum {string} */
        Verification: "VERIFIED" | "UNVERIFIED";
        /**
         * @description New values may be added.
         * @enum {string}
         */
        VerificationBasis: "OFFICIAL_LIST" | "OFFICIAL_TOTAL" | "TWO_READINGS" | "NONE";
        Webhook: {
            /** @description Its id. */
            id: string;
            /** @description URL that receives the messages. */
            url: string;
            /** @description Which changes it receives. */
            filter: {
                /** @description Lists; null for all. */
                resource: string[] | null;
                /** @description State codes; null for all. */
                state: string[] | null;
                /** @description Program categories; null for all. */
                category: string[] | null;
                /** @description Types of records; null for all. */
                type: string[] | null;
                /** @description Kinds of change; null for all. */
                change: string[] | null;
            };
            /** @description When it was registered. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was disabled; null while it is enabled. */
            disabledAt: components["schemas"]["Timestamp"] | null;
            /** @description Why it was disabled: by a member or program, by a 410 response, or because all deliveries failed for five days. */
            disabledBecause: ("MEMBER" | "GONE" | "FAILING") | null;
            /** @description Until when messages are also signed with the secret from before the latest rotation; null without a rotation. */
            rotatedUntil: components["schemas"]["Timestamp"] | null;
            /** @description When deliveries began to fail; null when the latest attempt succeeded. */
            failingSince: components["schemas"]["Timestamp"] | null;
            /** @description Its latest delivery. */
            latest: components["schemas"]["WebhookDelivery"] | null;
        };
        WebhookAnswer: {
            /** @description The webhook. */
            webhook: components["schemas"]["Webhook"];
        };
        WebhookDeliveries: {
            /** @description The deliveries of the last 30 days, newest first, at most 100. */
            data: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDelivery: {
            /** @description The `webhook-id` of its message. */
            id: string;
            /**
             * @description Kind of message: the changes of a publication, or a test. New values may be added.
             * @enum {string}
             */
            kind: "changes" | "test";
            /** @description The published dataset version; null for a test. */
            version: string | null;
            /**
             * @description `PENDING` until a 2xx response (`DELIVERED`), the last failed retry (`FAILED`), or the end of its webhook (`CANCELLED`). New values may be added.
             * @enum {string}
             */
            state: "PENDING" | "DELIVERED" | "FAILED" | "CANCELLED";
            /** @description When it was created. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the next attempt is due; null when finished. */
            nextAttemptAt: components["schemas"]["Timestamp"] | null;
            /** @description The latest attempts, newest last. */
            attempts: {
                /** @description When it was sent. */
                at: components["schemas"]["Timestamp"];
                /** @description HTTP status of the response; null without a response. */
                status: number | null;
                /** @description Why it failed; null when it succeeded. */
                fault: ("STATUS" | "REDIRECT" | "TIMEOUT" | "NETWORK" | "ADDRESS") | null;
                /** @description Duration in milliseconds. */
                ms: number;
            }[];
        };
        WebhookDeliveryAnswer: {
            /** @description The delivery. */
            delivery: components["schemas"]["WebhookDelivery"];
        };
        WebhookFilter: {
            /** @description Lists of the records, as in `/api/v1/changes`. */
            resource?: ("states" | "awards" | "documents" | "opportunities" | "events" | "activities" | "commitments" | "activity" | "coverage" | "allotments")[] | null;
            /** @description State codes; `NONE` for records of national scope. */
            state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[] | null;
            /** @description Program categories, as accepted by `programCategory`. Records without categories do not match. */
            category?: ("CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED" | "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[] | null;
            /** @description Types of opportunities (`RFP`), events (`WEBINAR`) and change events (`NEW_OPPORTUNITY`). Records without a type do not match. */
            type?: ("RFP" | "RFA" | "NOFO" | "GRANT" | "AWARD" | "IFB" | "RFI" | "RFQ" | "OTHER" | "TOWN_HALL" | "WEBINAR" | "OFFICE_HOURS" | "TRAINING" | "ANNOUNCEMENT" | "RECORDING" | "QA_SESSION" | "CONFERENCE" | "WORKSHOP" | "PAGE_UPDATED" | "NEW_OPPORTUNITY" | "OPPORTUNITY_UPDATED" | "OPPORTUNITY_REMOVED" | "NEW_DOCUMENT" | "NEW_AWARD" | "AWARD_UPDATED" | "EVENT_ANNOUNCED" | "EVENT_CHANGED" | "SITE_DOWN" | "SITE_RESTORED")[] | null;
            /** @description Kinds of change, as in `/api/v1/changes`. */
            change?: ("CREATED" | "UPDATED" | "REMOVED" | "MERGED")[] | null;
        };
        WebhookProblem: {
            /**
             * Format: uri
             * @description URL of the docs about this error.
             */
            type: string;
            /** @description Kind of error. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What happened and what to do. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description Stable name of the error. New values may be added.
             * @enum {string}
             */
            code: "WEBHOOKS_EXHAUSTED" | "WEBHOOK_DISABLED" | "DELIVERY_PENDING";
            /** @description Id of the request in our logs. */
            requestId: string;
            /** @description For invalid parameters: up to 10 problems of the request. */
            errors?: components["schemas"]["ParameterProblem"][];
            /** @description For an invalid programCategory or format: the supported values. */
            supportedValues?: string[];
            /** @description When it was removed from the published data. Unique, like `updatedAt`. */
            removedAt?: components["schemas"]["Timestamp"];
            /**
             * @description MERGED when it became part of another record, REMOVED when it was removed for any other reason. New values may be added.
             * @enum {string}
             */
            reason?: "REMOVED" | "MERGED";
            /** @description Id of the record that it was merged into; null when it was not merged. */
            mergedInto?: string | null;
        };
        WebhookSecretAnswer: {
            /** @description The webhook. */
            webhook: components["schemas"]["Webhook"];
            /** @description The signing secret, which is shown only once. */
            secret: string;
        };
        Webhooks: {
            /** @description The webhooks, oldest first. */
            data: components["schemas"]["Webhook"][];
        };
    };
    responses: never;
    parameters: {
        /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
        IfNoneMatch: string;
        /** @description Your own id for the request, returned with the response. */
        RequestId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getStates: {
        parameters: {
            query?: {
                /** @description HHS region number, 1 to 10, or a comma-separated list of numbers. */
                region?: ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10")[];
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Records per page, 1 to 50. */
                limit?: number;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: name, code, region, cahCount, documents, totalAwardByState, awardPerRuralResident, awardTotal, awards, awardeeCount, lastActivity. Nulls come last, and ties are sorted by `id`. */
                sort?: ("name" | "-name" | "code" | "-code" | "region" | "-region" | "cahCount" | "-cahCount" | "documents" | "-documents" | "totalAwardByState" | "-totalAwardByState" | "awardPerRuralResident" | "-awardPerRuralResident" | "awardTotal" | "-awardTotal" | "awards" | "-awards" | "awardeeCount" | "-awardeeCount" | "lastActivity" | "-lastActivity")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("code" | "name" | "region" | "cahCount" | "summary" | "sources" | "siteUrl" | "documents" | "totalAwardByState" | "awardPerRuralResident" | "awardTotal" | "awards" | "awardAmountsKnown" | "awardeeCount" | "lastActivity" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: region. */
                facets?: "region"[];
                /** @description `detail` adds the response of the single record's endpoint to each record as `detail`. */
                include?: "detail"[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["StateSummary"][];
                        /** @description Number of records in this response. */
                        count: number;
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatesByCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Two-letter state code, case-insensitive. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateDetail"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAwards: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Fiscal year, matched partially: 2026 and FY2026 find FY2026, 202 finds FY2024 and FY2026. */
                fiscalYear?: string;
                /** @description Part of the awardee's name. Case and accents are ignored. */
                awardee?: string;
                /** @description Alias of `awardee`. Send only one of them. */
                awardeeName?: string;
                /** @description VERIFIED, the default; UNVERIFIED for rows that are on file but not verified; ALL for both. Unverified rows are part of no sum. */
                verification?: ("VERIFIED" | "UNVERIFIED" | "ALL")[];
                /** @description Kind of recipient, or a comma-separated list of kinds. */
                recipientKind?: ("HOSPITAL" | "FQHC" | "RURAL_CLINIC" | "BEHAVIORAL_HEALTH" | "LONG_TERM_CARE" | "EMS" | "PUBLIC_HEALTH" | "TRIBAL" | "UNIVERSITY" | "SCHOOL" | "COUNTY" | "CITY" | "STATE_AGENCY" | "NONPROFIT" | "COMPANY" | "OTHER")[];
                /** @description County or county equivalent, with or without the word County; also finds awards that serve it among others. Combine it with `state`: counties of several states have the same name. */
                county?: string;
                /** @description County or county equivalent with its state, such as `Hall County, NE`. Only awards with a known county whose center is at most `within` miles away from its center. */
                near?: string;
                /** @description Miles around the county of `near`, in a straight line; 50 by default, 0 for the county itself. */
                within?: number;
                /** @description Keyword search in awardee, project, initiative, description, county and state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description Only records whose `federalAmount` is known and at least this, in US dollars. */
                amountMin?: number;
                /** @description Only records whose `federalAmount` is known and at most this, in US dollars. */
                amountMax?: number;
                /** @description Legacy program category, or a comma-separated list of categories. */
                category?: ("EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Program category (canonical ID or legacy alias), or a comma-separated list of categories. */
                programCategory?: ("CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED" | "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 500. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, awardeeName, federalAmount, matchAmount, activityType, awardDate. Nulls come last, and ties are sorted by `id`. */
                sort?: ("state" | "-state" | "fiscalYear" | "-fiscalYear" | "awardeeName" | "-awardeeName" | "federalAmount" | "-federalAmount" | "matchAmount" | "-matchAmount" | "activityType" | "-activityType" | "awardDate" | "-awardDate")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "state" | "stateName" | "fiscalYear" | "awardeeName" | "recipientKind" | "ccn" | "county" | "place" | "federalAmount" | "matchAmount" | "activityType" | "programCategories" | "programCategoryEvidence" | "projectTitle" | "initiative" | "programDescription" | "awardDate" | "awardStage" | "verification" | "verificationLacks" | "verificationBasis" | "remark" | "sourceDocument" | "sourceLine" | "sourceUrl" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, fiscalYear, verification, recipientKind, county, category, programCategory. */
                facets?: ("state" | "scope" | "fiscalYear" | "verification" | "recipientKind" | "county" | "category" | "programCategory")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Award"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAwardsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the award, or of a duplicate row. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardDetail"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocuments: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Document category, or a comma-separated list of categories. */
                category?: ("REPORT" | "AWARD_ANNOUNCEMENT" | "ANNOUNCEMENT" | "STRATEGY" | "SUMMARY" | "APPLICATION" | "GUIDANCE" | "DATA" | "REFERENCE" | "OTHER")[];
                /** @description Alias of `category`. Send only one of them. */
                documentCategory?: ("REPORT" | "AWARD_ANNOUNCEMENT" | "ANNOUNCEMENT" | "STRATEGY" | "SUMMARY" | "APPLICATION" | "GUIDANCE" | "DATA" | "REFERENCE" | "OTHER")[];
                /** @description Legacy program activity category, or a comma-separated list of categories. */
                activityType?: ("EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Program category (canonical ID or legacy alias), or a comma-separated list of categories. */
                programCategory?: ("CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED" | "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Only records whose `discovered` is at or after this ISO 8601 date or timestamp. A date without a time is that day in America/New_York. */
                discoveredAfter?: string;
                /** @description Only records whose `discovered` is at or before this ISO 8601 date or timestamp. A date without a time is that day in America/New_York. */
                discoveredBefore?: string;
                /** @description Only records whose `award` is known and at least this, in US dollars. */
                amountMin?: number;
                /** @description Only records whose `award` is known and at most this, in US dollars. */
                amountMax?: number;
                /** @description Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same. */
                year?: string;
                /** @description File type (PDF, HTML, XLSX, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing. */
                fileType?: string[];
                /** @description Keyword search in title, highlights, description and state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description `true` returns only documents with an upcoming deadline, nearest first. */
                upcoming?: boolean;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 100. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: discovered, published, state, title, category, fileType, fiscalYear, award. Nulls come last, and ties are sorted by `id`. */
                sort?: ("discovered" | "-discovered" | "published" | "-published" | "state" | "-state" | "title" | "-title" | "category" | "-category" | "fileType" | "-fileType" | "fiscalYear" | "-fiscalYear" | "award" | "-award")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "title" | "fileType" | "category" | "documentCategory" | "activityTypes" | "programCategories" | "programCategoryEvidence" | "state" | "fiscalYear" | "award" | "statedRows" | "statedTotal" | "statedIn" | "highlights" | "url" | "alsoFrom" | "applicationUrl" | "nextDeadline" | "keyDates" | "published" | "discovered" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, category, activityType, programCategory, year, fileType. */
                facets?: ("state" | "scope" | "category" | "activityType" | "programCategory" | "year" | "fileType")[];
                /** @description `detail` adds the response of the single record's endpoint to each record as `detail`. */
                include?: "detail"[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Document"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocumentsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description UUID of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDetail"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpportunities: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description Effective status at the time of the request, or a comma-separated list of statuses. */
                status?: ("OPEN" | "CLOSING_SOON" | "UPCOMING" | "AMENDED" | "CLOSED")[];
                /** @description Opportunity type (RFP, RFA, NOFO, GRANT, AWARD, IFB, RFI, RFQ, OTHER, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing. */
                type?: string[];
                /** @description The rule that gives the status, or a comma-separated list of rules. */
                statusBasis?: ("DUE_DATE" | "SOURCE" | "AWARDED" | "POSTED" | "AMENDED" | "ROLLING" | "UNCONFIRMED")[];
                /** @description Type of applicant, or a comma-separated list of types, recognized in `applicantTypes`. Most notices do not say who can apply; they match no type. */
                applicantType?: ("CRITICAL_ACCESS_HOSPITAL" | "HOSPITAL" | "HEALTH_CENTER" | "RURAL_CLINIC" | "BEHAVIORAL_HEALTH" | "EMS" | "TRIBAL" | "LOCAL_GOVERNMENT" | "STATE_GOVERNMENT" | "NONPROFIT" | "EDUCATION" | "BUSINESS" | "PROVIDER")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Only records whose `dueDate` is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                dueAfter?: string;
                /** @description Only records whose `dueDate` is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                dueBefore?: string;
                /** @description Only records whose `postedDate` is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                postedAfter?: string;
                /** @description Only records whose `postedDate` is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                postedBefore?: string;
                /** @description Only records whose `budgetMax` is known and at least this, in US dollars. */
                amountMin?: number;
                /** @description Only records whose `budgetMax` is known and at most this, in US dollars. */
                amountMax?: number;
                /** @description Keyword search in title, summary, issuing agency, applicants and state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description Legacy program category, or a comma-separated list of categories. */
                category?: ("EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Program category (canonical ID or legacy alias), or a comma-separated list of categories. */
                programCategory?: ("CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED" | "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 100. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: dueDate, postedDate, updatedAt, createdAt, state, title, type, budgetMax. Nulls come last, and ties are sorted by `id`. */
                sort?: ("dueDate" | "-dueDate" | "postedDate" | "-postedDate" | "updatedAt" | "-updatedAt" | "createdAt" | "-createdAt" | "state" | "-state" | "title" | "-title" | "type" | "-type" | "budgetMax" | "-budgetMax")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "slug" | "title" | "type" | "opportunityType" | "programCategories" | "programCategoryEvidence" | "truncatedProgramCategories" | "scope" | "state" | "status" | "statusBasis" | "lastConfirmedAt" | "rolling" | "expectedBy" | "issuingAgency" | "summary" | "budgetMin" | "budgetMax" | "budgetPerAward" | "applicantTypes" | "postedDate" | "postedDatePrecision" | "dueDate" | "dueDatePrecision" | "loiDate" | "loiDatePrecision" | "questionDeadline" | "questionDeadlinePrecision" | "timeZone" | "inferred" | "sourceUrl" | "alsoFrom" | "relatedTo" | "documentCount" | "createdAt" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, status, type, statusBasis, applicantType, scope, category, programCategory. */
                facets?: ("state" | "status" | "type" | "statusBasis" | "applicantType" | "scope" | "category" | "programCategory")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Opportunity"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpportunitiesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or slug of the opportunity, or the id of a notice that was merged into it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opportunity"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Status at the time of the request, or a comma-separated list of statuses. */
                status?: ("UPCOMING" | "TODAY" | "PAST" | "CANCELLED" | "RECORDING_AVAILABLE")[];
                /** @description Event type (the `eventType` field), or a comma-separated list of types. */
                type?: ("TOWN_HALL" | "WEBINAR" | "OFFICE_HOURS" | "TRAINING" | "ANNOUNCEMENT" | "RECORDING" | "QA_SESSION" | "CONFERENCE" | "WORKSHOP")[];
                /** @description Only records whose `startAt` is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                from?: string;
                /** @description Alias of `from`. Send only one of them. */
                startAfter?: string;
                /** @description Only records whose `startAt` is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone. */
                to?: string;
                /** @description Alias of `to`. Send only one of them. */
                startBefore?: string;
                /** @description Keyword search in title, hostAgency, description and state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description `true` includes inactive events. */
                includeInactive?: boolean;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 100. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: startAt, endAt, state, eventType, title, createdAt, updatedAt. Nulls come last, and ties are sorted by `id`. */
                sort?: ("startAt" | "-startAt" | "endAt" | "-endAt" | "state" | "-state" | "eventType" | "-eventType" | "title" | "-title" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "title" | "state" | "stateName" | "eventType" | "status" | "startAt" | "startAtPrecision" | "endAt" | "endAtPrecision" | "timezone" | "timeZone" | "hostAgency" | "description" | "registrationUrl" | "recordingUrl" | "slidesUrl" | "sourceUrl" | "alsoFrom" | "topics" | "audience" | "confidence" | "isActive" | "createdAt" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, status, type. */
                facets?: ("state" | "scope" | "status" | "type")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Event"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEventsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the event. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getActivities: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Legacy program category, or a comma-separated list of categories. */
                category?: ("EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Program category (canonical ID or legacy alias), or a comma-separated list of categories. */
                programCategory?: ("CARE_ACCESS_COORDINATION" | "EMS_MOBILE_INTEGRATED_HEALTH" | "BEHAVIORAL_HEALTH" | "MATERNAL_CHILD_FAMILY_HEALTH" | "CHRONIC_DISEASE_PREVENTION" | "COMMUNITY_POPULATION_HEALTH" | "WORKFORCE_DEVELOPMENT" | "HEALTH_IT_DATA_INTEROPERABILITY" | "NETWORK_REGIONAL_COLLABORATION" | "QUALITY_PATIENT_SAFETY" | "EMERGENCY_PREPAREDNESS_RESILIENCE" | "RURAL_INFRASTRUCTURE_CAPITAL" | "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT" | "PROGRAM_ADMIN_EVALUATION" | "OTHER_UNCLASSIFIED" | "EMS_DEVELOPMENT" | "POPULATION_HEALTH" | "WORKFORCE" | "HEALTH_INFORMATION_TECHNOLOGY" | "NETWORK_DEVELOPMENT" | "QUALITY_IMPROVEMENT" | "FINANCE" | "OTHER")[];
                /** @description Status of the activity, or a comma-separated list of statuses. */
                status?: ("ACTIVE" | "COMPLETED" | "PLANNED" | "CANCELLED")[];
                /** @description Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same. */
                fiscalYear?: string;
                /** @description Keyword search in title, description, metrics and state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 500. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, category, title, status. Nulls come last, and ties are sorted by `id`. */
                sort?: ("state" | "-state" | "fiscalYear" | "-fiscalYear" | "category" | "-category" | "title" | "-title" | "status" | "-status")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "state" | "stateName" | "fiscalYear" | "category" | "programCategory" | "programCategoryEvidence" | "title" | "status" | "statusSourceUrl" | "statusSince" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, category, programCategory, status, fiscalYear. */
                facets?: ("state" | "scope" | "category" | "programCategory" | "status" | "fiscalYear")[];
                /** @description `detail` adds the response of the single record's endpoint to each record as `detail`. */
                include?: "detail"[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Activity"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getActivitiesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the activity. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityDetail"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCommitments: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Scoring factor, or a comma-separated list of factors. */
                factor?: ("B.2" | "B.3" | "B.4" | "C.3" | "D.2" | "D.3" | "F.1")[];
                /** @description Keyword search in the policy, its meaning, the scoring factor and the state. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching. */
                q?: string;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 500. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: state, factor, policy. Nulls come last, and ties are sorted by `id`. */
                sort?: ("state" | "-state" | "factor" | "-factor" | "policy" | "-policy")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "state" | "stateName" | "factor" | "factorLabel" | "policy" | "meaning" | "sourceUrl" | "sourceDate" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, factor. */
                facets?: ("state" | "scope" | "factor")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Commitment"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getActivity: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Type of change, a comma-separated list of types, or ALL, which most callers want. Without it, only PAGE_UPDATED. */
                type?: ("PAGE_UPDATED" | "NEW_OPPORTUNITY" | "OPPORTUNITY_UPDATED" | "OPPORTUNITY_REMOVED" | "NEW_DOCUMENT" | "NEW_AWARD" | "AWARD_UPDATED" | "EVENT_ANNOUNCED" | "EVENT_CHANGED" | "SITE_DOWN" | "SITE_RESTORED" | "ALL")[];
                /** @description Only events after this ISO 8601 timestamp. Disables caching. */
                since?: string;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 100. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: occurredAt, state, type. Nulls come last, and ties are sorted by `id`. */
                sort?: ("occurredAt" | "-occurredAt" | "state" | "-state" | "type" | "-type")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "state" | "type" | "summary" | "siteUrl" | "documentId" | "detail" | "occurredAt" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, type. */
                facets?: ("state" | "scope" | "type")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["ChangeEvent"][];
                        /** @description Number of events in this response. */
                        count: number;
                        /** @description The requested page. */
                        page: number;
                        /** @description Whether there are more pages. */
                        hasMore: boolean;
                        /** @description The `cursor` of the next page; null on the last page. */
                        nextCursor: string | null;
                        /** @description The requested types. */
                        types: components["schemas"]["ChangeType"][];
                        /** @description When nothing matches: the types that have events with the other filters. Otherwise null. */
                        hint: string | null;
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCoverage: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Records per page, 1 to 60. */
                limit?: number;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: state, lastChanged. Nulls come last, and ties are sorted by `id`. */
                sort?: ("state" | "-state" | "lastChanged" | "-lastChanged")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("state" | "stateName" | "lastChanged" | "lastConfirmed" | "records" | "awards" | "newest" | "sources" | "gaps" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope. */
                facets?: ("state" | "scope")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Coverage"][];
                        /** @description Number of records in this response. */
                        count: number;
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAllotments: {
        parameters: {
            query?: {
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description STATE for records of a state, NATIONAL for records of national scope. */
                scope?: ("STATE" | "NATIONAL")[];
                /** @description Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same. */
                fiscalYear?: string;
                /** @description Only records whose `amount` is known and at least this, in US dollars. */
                amountMin?: number;
                /** @description Only records whose `amount` is known and at most this, in US dollars. */
                amountMax?: number;
                /** @description Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored. */
                ids?: string[];
                /** @description Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching. */
                updatedSince?: string;
                /** @description `true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them. */
                includeRemoved?: boolean;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Records per page, 1 to 500. */
                limit?: number;
                /** @description Replaces `page`: `nextCursor` of the previous page, with the same filters and sort order. 409 `CURSOR_EXPIRED` if the last record of that page has changed since. */
                cursor?: string;
                /** @description Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, amount, ruralResidents, amountPerRuralResident. Nulls come last, and ties are sorted by `id`. */
                sort?: ("state" | "-state" | "fiscalYear" | "-fiscalYear" | "amount" | "-amount" | "ruralResidents" | "-ruralResidents" | "amountPerRuralResident" | "-amountPerRuralResident")[];
                /** @description The fields of each record to return, comma-separated. */
                fields?: ("id" | "state" | "stateName" | "fiscalYear" | "amount" | "ruralResidents" | "amountPerRuralResident" | "sourceTitle" | "sourceUrl" | "confirmedBy" | "updatedAt")[];
                /** @description Comma-separated filters whose values to count over all matching records: state, scope, fiscalYear. */
                facets?: ("state" | "scope" | "fiscalYear")[];
                /** @description `true` adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8. */
                bom?: boolean;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With `includeRemoved=true`, includes records that are no longer published, as RemovedRecord. */
                        data: components["schemas"]["Allotment"][];
                        /** @description Position of the page in the list. */
                        pagination: components["schemas"]["Pagination"];
                        /** @description With `facets`: for each requested filter, the number of matching records per value, most frequent first. Values that do not occur are omitted. `NONE` counts records of national scope. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_ACCEPTABLE`: Format not supported. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `CURSOR_EXPIRED`: Cursor expired. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /** @description Only changes after this ISO 8601 timestamp, oldest first. Disables caching. */
                since?: string;
                /** @description Only changes published after this dataset version, oldest first. */
                from?: string;
                /** @description Only changes published up to this dataset version. */
                to?: string;
                /** @description List of the records, or several lists, comma-separated. */
                resource?: ("states" | "awards" | "documents" | "opportunities" | "events" | "activities" | "commitments" | "activity" | "coverage" | "allotments")[];
                /** @description Two-letter state code, or a comma-separated list of codes; `none` for records of national scope. */
                state?: ("AK" | "AL" | "AR" | "AZ" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VT" | "WA" | "WI" | "WV" | "WY" | "NONE")[];
                /** @description Kind of change, or a comma-separated list of kinds. */
                change?: ("CREATED" | "UPDATED" | "REMOVED" | "MERGED")[];
                /** @description Id of one record. */
                id?: string;
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Changes per page, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExports: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exports"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExportsByFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the file, such as `datapackage.json` or `awards.ndjson.gz`. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataPackage"];
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataPackage"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The location of the file until the next publication. */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RANGE_NOT_SATISFIABLE`: Range not satisfiable. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMeta: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Meta"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriptions"];
                };
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `SUBSCRIPTIONS_EXHAUSTED`: All signed addresses in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSubscriptionsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the signed address, such as `sub_4Jq0ZtX8vWn1LsRb`, not its secret. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSignedByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The secret and the format, as at the end of `address` of a new signed address: `rhp_sub_….ics`. */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. `SUBSCRIPTION_INVALID`: Signed address invalid. `SUBSCRIPTION_REVOKED`: Signed address revoked. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchBody"];
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCommonGrantsOpportunities: {
        parameters: {
            query?: {
                /** @description Page number from 1. A page past the end is empty. */
                page?: number;
                /** @description Opportunities per page, 1 to 100. */
                pageSize?: number;
            };
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommonGrantsList"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postCommonGrantsOpportunitiesSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommonGrantsSearchBody"];
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommonGrantsSearchAnswer"];
                };
            };
            /** @description `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCommonGrantsOpportunitiesByOppId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the opportunity. */
                oppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommonGrantsDetail"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `UNKNOWN_PARAMETER`: Unknown parameter. `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `GONE`: No longer published. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. `MONTHLY_QUOTA_EXCEEDED`: Monthly allowance used up. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. If it is still current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description Not modified: the `ETag` that you sent is still current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `DATASET_UNAVAILABLE`: Dataset unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for the request, returned with the response. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The response while keyed requests cannot be served. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description URL that receives the messages. Must use https and port 443, and its host must resolve only to public addresses.
                     */
                    url: string;
                    /**
                     * @description Which changes it receives. All parts must match; without parts, all changes match.
                     * @default {}
                     */
                    filter?: components["schemas"]["WebhookFilter"];
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `WEBHOOKS_EXHAUSTED`: All webhooks in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["WebhookProblem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description URL that receives the messages. Must use https and port 443, and its host must resolve only to public addresses.
                     */
                    url?: string;
                    filter?: components["schemas"]["WebhookFilter"];
                    /** @description `false` disables the webhook, `true` enables it again. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhookRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhookTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                webhook: string;
                /** @description Id of the delivery: the `webhook-id` of its message. */
                delivery: string;
            };
            cookie?: never;
        };
        /** @description One JSON object. Unknown fields are rejected. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The response. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
                };
            };
            /** @description `CREDENTIALS_CONFLICT`: Two different API keys. `INVALID_PARAMETER`: Invalid parameter. `UNKNOWN_PARAMETER`: Unknown parameter. `INVALID_JSON`: Invalid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_MISSING`: API key missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `API_KEY_INVALID`: API key invalid. `API_KEY_REVOKED`: API key revoked. `ACCOUNT_SUSPENDED`: Account suspended. `PLAN_REQUIRED`: Plan required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `METHOD_NOT_ALLOWED`: Method not allowed. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `REQUEST_TIMEOUT`: Request timeout. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `WEBHOOK_DISABLED`: Webhook disabled. `DELIVERY_PENDING`: Delivery in progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["WebhookProblem"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: Payload too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Rate limit exceeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `INTERNAL`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Key store unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changesPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message. It is the same in every attempt and replay, so that you can ignore duplicates. */
                "webhook-id": string;
                /** @description When the message was sent, in seconds since 1970. Reject messages that are not recent. */
                "webhook-timestamp": string;
                /** @description Space-separated signatures, each `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One of them must match. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangesMessage"];
            };
        };
        responses: {
            /** @description The message was accepted. Any other 2xx means the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more messages. The webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies the message. It is the same in every attempt and replay, so that you can ignore duplicates. */
                "webhook-id": string;
                /** @description When the message was sent, in seconds since 1970. Reject messages that are not recent. */
                "webhook-timestamp": string;
                /** @description Space-separated signatures, each `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One of them must match. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMessage"];
            };
        };
        responses: {
            /** @description The message was accepted. Any other 2xx means the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more messages. The webhook is disabled immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
