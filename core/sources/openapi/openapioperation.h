// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QByteArrayList>
#include <QStringList>
#include <QUrl>

#include <memory>
#include <optional>

namespace Workbench {

enum class OpenApiVersion : quint8 { Swagger2, V3_0, V3_1, V3_2 };

enum class ParameterPlace : quint8 { Path, Query, QueryString, Header, Cookie };

QLatin1StringView parameterPlaceName(ParameterPlace place); //!< "path", "query", "querystring", …

//! How a value becomes text. A collectionFormat of Swagger 2.0 is mapped to a style of 3.x: multi is Form
//! with explode, csv is Simple or Form without explode. Only tsv needs its own style.
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

//! A Parameter Object with its references followed and the defaults of its version and place filled in.
struct OpenApiParameter {
    QString name; //!< as declared
    QString member; //!< its member in the input: the name, or "place.name" if two places share the name
    ParameterPlace place = ParameterPlace::Query;
    ParameterStyle style = ParameterStyle::Form;
    bool explode = true;
    bool allowReserved = false;
    bool isRequired = false;
    bool isDeprecated = false;
    //! Media type of a parameter that is described by `content`; style, explode and allowReserved are then
    //! ignored. Empty: the parameter is described by a schema.
    QString contentType;
    QString description;
    Json schema; //!< may refer to definitions; absent: anything
    Json example; //!< the first one given; absent: none
    Json definition; //!< the unchanged object in the document

    //! Returns "place.name".
    QString qualifiedName() const { return QString(parameterPlaceName(place) + QString(u'.' + name)); }
    //! Returns true if the parameter is never sent: a header named Accept, Content-Type or Authorization.
    bool isIgnored() const;
};

//! One media type of a body or a response.
struct OpenApiMedia {
    QString type; //!< as declared: "application/json", "text/*"
    Json schema; //!< may refer to definitions; absent: anything
    Json itemSchema; //!< 3.2, sequential media: schema of each item
    QString schemaName; //!< component that the schema refers to; empty: the schema is written in place
    Json encoding; //!< Encoding Objects by property, with references followed; absent: none
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
    QString url; //!< with variables in braces; may be relative
    QString name; //!< 3.2
    QString description;
    QList<OpenApiServerVariable> variables;
};

//! A Security Scheme Object. \source core/sources/openapi/README.md 6
struct OpenApiSecurityScheme {
    enum class Type : quint8 { ApiKey, Http, OAuth2, OpenIdConnect, MutualTls, Unknown };
    QString id; //!< its key in the document
    Type type = Type::Unknown;
    QString scheme; //!< Http only, spelled as in the document: "bearer", "Basic", "Digest"
    QString name; //!< ApiKey only: name of the header, parameter or cookie
    ParameterPlace place = ParameterPlace::Header; //!< ApiKey only: Query, Header or Cookie
    Json definition; //!< the unchanged object in the document, with flows and metadata URLs

    //! Returns true if it is an HTTP scheme with the name \a wanted, in any case of letters.
    bool isHttp(QLatin1StringView wanted) const
    {
        return type == Type::Http && scheme.compare(wanted, Qt::CaseInsensitive) == 0;
    }
    bool isSignIn() const { return type == Type::OAuth2 || type == Type::OpenIdConnect; }
    //! Returns why no credential may be sent for it, without a full stop; empty if one may. It may not set a
    //! header of the connection.
    QString refusal() const;
};

//! One alternative of `security`. All its schemes apply together; without schemes it is anonymous.
struct OpenApiRequirement {
    struct Scheme {
        QString id;
        QStringList scopes;
    };
    QList<Scheme> schemes;
};

//! The response that is declared for one status, a range ("2XX") or "default".
struct OpenApiResponse {
    QString status; //!< as declared
    QString description;
    QList<OpenApiMedia> media;
    Json headers; //!< Header Objects by name, with references followed; absent: none
};

class OpenApiSharedSchemas;

//! An operation that is ready for use. Every reference is followed, except references in schemas that lead to
//! definitions.
struct OpenApiOperation {
    OpenApiVersion version = OpenApiVersion::V3_1;
    QByteArray method; //!< as sent: "GET", "QUERY", "LINK"
    QString path; //!< the path template, without a base path
    QString operationId; //!< empty: none
    QString description; //!< empty: none
    //! Parameters of the path item come first; a parameter of the operation replaces one of the path item in
    //! its place.
    QList<OpenApiParameter> parameters;
    std::optional<OpenApiBody> body;
    //! Servers of the operation, otherwise of the path item, otherwise of the document, otherwise "/".
    QList<OpenApiServer> servers;
    QUrl documentUrl; //!< base of relative servers
    QList<OpenApiRequirement> security; //!< alternatives of the operation or the document; empty: none
    QList<OpenApiSecurityScheme> schemes; //!< the declared schemes that \c security names
    QList<OpenApiResponse> responses;
    QStringList successes; //!< the statuses of \c responses that are a success, the preferred ones first
    bool isEventStream = false; //!< text/event-stream is the only media type of its successes
    QStringList remarks; //!< oddities of the definition, for the log and the operation page
    std::shared_ptr<const OpenApiSharedSchemas> sharedSchemas; //!< definitions of its schemas; null: none

    //! Returns the scheme with \a id that \c security names, or null if it is not declared.
    const OpenApiSecurityScheme *scheme(const QString &id) const;
    //! Returns \a schema, which belongs to a part of the operation, with all definitions that it reaches as
    //! its "$defs".
    Json selfContained(const Json &schema) const;
};

//! Reads the Parameter Object \a object, whose own reference is followed, with the defaults of \a version.
//! The flat form of Swagger 2.0 is read as well. \a schema is the self-contained schema of the parameter. A
//! style that its place does not allow is replaced by the default, with a remark. Returns nothing, with a
//! remark, if the object has no usable name and place. \a remarks may be null.
std::optional<OpenApiParameter> readParameter(
    const Json &object, const Json &schema, OpenApiVersion version, QStringList *remarks);

//! Returns the style with \a name in a document. Knows also "tabDelimited", which formDataEncoding() writes.
std::optional<ParameterStyle> parameterStyleFromName(QStringView name);

//! Returns a sentence that says why an ignored parameter is not sent and what OpenAPI uses instead.
QString ignoredParameterText(const OpenApiParameter &parameter);

//! Returns the Encoding Object that is equivalent to the collectionFormat of \a object, a formData parameter
//! of Swagger 2.0. Absent if none is needed.
Json formDataEncoding(const Json &object);

//! Reads a Server Object.
OpenApiServer readServer(const Json &object);

//! Reads a Security Scheme Object of any version. "basic" of Swagger 2.0 becomes Http with the scheme
//! "basic".
OpenApiSecurityScheme readSecurityScheme(const QString &id, const Json &object);

//! The characters that are not percent-encoded. \source core/sources/openapi/README.md 1, "Encoders"
enum class UrlEncoding : quint8 {
    Unreserved, //!< letters, digits, - . _ ~
    Reserved, //!< also the delimiters of a URL and triples that are encoded already
    ReservedInPath, //!< Reserved without / and ?
    Form, //!< for application/x-www-form-urlencoded
    None, //!< all characters stay: for headers and style: cookie
};

QByteArray encoded(QByteArrayView utf8, UrlEncoding encoding);

//! Returns a value as text: a string unchanged, a number with its digits, an array or object as compact JSON.
//! Returns nothing for null and absent values, which are left out. \source core/sources/openapi/README.md 1,
//! "Values as text"
std::optional<QByteArray> valueText(const Json &value);

//! The name, style and encoding with which a value is expanded. \source core/sources/openapi/README.md 2
struct StyleExpansion {
    QByteArray name;
    ParameterStyle style = ParameterStyle::Form;
    bool explode = true;
    UrlEncoding encoding = UrlEncoding::Unreserved;
};

//! Returns pairs "name=value", for query, cookie and form. An empty list: the parameter is left out.
QByteArrayList expandToPairs(const StyleExpansion &how, const Json &value);

//! Returns one text, for path and header. An empty array or object gives an empty text. Returns nothing if
//! \a value is null or absent.
std::optional<QByteArray> expandToText(const StyleExpansion &how, const Json &value);

} // namespace Workbench
