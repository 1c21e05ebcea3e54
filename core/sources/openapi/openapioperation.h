// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>
#include <QUrl>

#include <memory>
#include <optional>

namespace Workbench {

enum class OpenApiVersion : quint8 { Swagger2, V3_0, V3_1, V3_2 };

enum class ParameterPlace : quint8 { Path, Query, QueryString, Header, Cookie };

QLatin1StringView parameterPlaceName(ParameterPlace place); //!< "path", "query", "querystring", …

//! How a value becomes text. The last four are Swagger 2.0's collectionFormat where no style of 3.x says the
//! same; multi is Form with explode, csv is Simple or Form without.
//! \source core/sources/openapi/README.md 2, 5
enum class ParameterStyle : quint8 {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    Cookie,
    TabDelimited, //!< collectionFormat tsv
};

//! A Parameter Object, references followed, defaults of its version and place filled in.
struct OpenApiParameter {
    QString name; //!< as declared
    QString member; //!< of the input object: the name, or "place.name" where two places share it
    ParameterPlace place = ParameterPlace::Query;
    ParameterStyle style = ParameterStyle::Form;
    bool explode = true;
    bool allowReserved = false;
    bool allowEmptyValue = false;
    bool isRequired = false;
    bool isDeprecated = false;
    //! Of a parameter described by `content`: style, explode and allowReserved play no part. Empty: none.
    QString contentType;
    QString description;
    Json schema; //!< may refer to definitions; absent: anything
    Json example; //!< the first one given; absent: none
    Json definition; //!< as it stands in the document
};

//! One media type of a body or a response.
struct OpenApiMedia {
    QString type; //!< as declared: "application/json", "text/*"
    Json schema; //!< may refer to definitions; absent: anything
    Json itemSchema; //!< 3.2, sequential media: of each item
    QString schemaName; //!< of the component that the schema refers to; empty: it is written in place
    Json encoding; //!< Encoding Objects by property, references followed; absent: none
    Json prefixEncoding; //!< 3.2
    Json itemEncoding; //!< 3.2
    Json example; //!< the first one given; absent: none
};

struct OpenApiBody {
    bool isRequired = false;
    QString description;
    QList<OpenApiMedia> media; //!< in the document's order
};

struct OpenApiServerVariable {
    QString name;
    QString defaultValue;
    QStringList allowed; //!< "enum"; empty: any
    QString description;
};

struct OpenApiServer {
    QString url; //!< with its variables in braces, possibly relative
    QString name; //!< 3.2
    QString description;
    QList<OpenApiServerVariable> variables;
};

//! A Security Scheme Object. \source core/sources/openapi/README.md 6
struct OpenApiSecurityScheme {
    enum class Type : quint8 { ApiKey, Http, OAuth2, OpenIdConnect, MutualTls, Unknown };
    QString id; //!< its key in the document
    Type type = Type::Unknown;
    QString scheme; //!< of Http, spelled as in the document: "bearer", "Basic", "Digest"
    QString name; //!< of ApiKey: of the header, the parameter or the cookie
    ParameterPlace place = ParameterPlace::Header; //!< of ApiKey: Query, Header or Cookie
    QString openIdConnectUrl;
    bool isDeprecated = false; //!< 3.2
    QString description;
    Json definition; //!< as it stands in the document: flows, metadata URLs
};

//! One alternative: all its schemes apply together; none: anonymous.
struct OpenApiRequirement {
    struct Scheme {
        QString id;
        QStringList scopes;
    };
    QList<Scheme> schemes;
};

//! What one status, range ("2XX") or "default" answers.
struct OpenApiResponse {
    QString status; //!< as declared
    QString description;
    QList<OpenApiMedia> media;
    Json headers; //!< Header Objects by name, references followed; absent: none
    Json links; //!< as declared; absent: none
};

class OpenApiSharedSchemas;

//! An operation made ready for use: every reference followed, except those in schemas that lead to
//! definitions.
struct OpenApiOperation {
    OpenApiVersion version = OpenApiVersion::V3_1;
    QByteArray method; //!< as it is sent: "GET", "QUERY", "LINK"
    QString path; //!< the template, without any base path
    QString operationId; //!< empty: none
    QString description; //!< empty: none
    QList<OpenApiParameter> parameters; //!< the path item's first, replaced in place by the operation's
    std::optional<OpenApiBody> body;
    QList<OpenApiServer> servers; //!< operation's, else path item's, else the document's, else "/"
    QUrl documentUrl; //!< what a relative server is resolved against
    QList<OpenApiRequirement> security; //!< alternatives, the operation's own or the document's; empty: none
    QList<OpenApiSecurityScheme> schemes; //!< those that \c security names
    QList<OpenApiResponse> responses;
    Json callbacks; //!< as declared; absent: none
    QStringList successes; //!< the statuses of \c responses that are one, the ones to be preferred first
    bool isEventStream = false; //!< all that a success answers is text/event-stream
    QStringList remarks; //!< what is odd about it, for the log and the page
    std::shared_ptr<const OpenApiSharedSchemas> sharedSchemas; //!< that its schemas refer to; null: none

    //! \a schema of one of its parts with all definitions that it reaches as its "$defs".
    Json selfContained(const Json &schema) const;
};

} // namespace Workbench
